import { expect, test } from 'vitest';
import type { DemoHost } from '../../../../electron/agent/accounts/demo-host.ts';
import { NetworkOpener } from '../../../../electron/agent/accounts/network-opener.ts';
import { StoredSignIns } from '../../../../electron/agent/accounts/stored-sign-ins.ts';
import type { Desktop } from '../../../../electron/desktop/desktop.ts';
import { silentLog } from '../../../../electron/base/log.ts';
import { openSettings, type ChosenNetwork } from '../../../../electron/store/settings.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { answering, json } from '../../api/answering-server.ts';

const traffic = { sent: () => undefined, answered: () => undefined, blockedUntil: () => undefined };

/** An opener, and what is stored of a network that was found to read the query. */
function openerAt(apiBaseUrl: string) {
  const settings = openSettings({ path: '', store: {} });
  const stored = new StoredSignIns({ settings, secrets: {} as Desktop['secrets'], log: silentLog });
  const chosen: ChosenNetwork = {
    kind: 'other',
    id: 'other:a',
    name: 'A',
    apiBaseUrl,
    authUrl: apiBaseUrl,
    clientId: 'mine',
    accountId: 7,
    foundCredentialsIn: 'query',
  };
  stored.saveNetwork(chosen);
  const parts = { fetch, clock: createManualClock(), random: () => 0.5, log: silentLog, traffic: () => traffic };
  const opener = new NetworkOpener(parts, stored, {} as DemoHost);
  return { opener, stored, chosen, found: () => stored.network('other:a')?.foundCredentialsIn };
}

test('what a sign-in under way finds out is stored at its end only, and what its client finds later at once', async () => {
  let isHeaderRead = true;
  await using server = await answering((url, response, request) =>
    (isHeaderRead ? request.headers.authorization !== undefined : url.searchParams.has('access_token'))
      ? json(response, { items: [] })
      : json(response, { error_id: 401, error_name: 'access_token_required' }, 400),
  );
  const { opener, stored, chosen, found } = openerAt(server.apiBaseUrl);
  const network = opener.openAnew(chosen, 'my-key', 'tok-1');
  await network.associated();
  expect(found()).toBe('query');
  stored.saveNetwork(opener.goOn(chosen, network));
  expect(found()).toBe('header');
  isHeaderRead = false;
  await network.me({ site: 'cooking' });
  expect(found()).toBe('query');
});

test('what a sign-in that came to nothing has found out is forgotten', async () => {
  await using server = await answering((_, response) => json(response, { items: [] }));
  const { opener, chosen, found } = openerAt(server.apiBaseUrl);
  await opener.openAnew(chosen, 'my-key', 'tok-1').associated();
  const another = opener.openAnew(chosen, 'my-key', 'tok-2');
  expect(opener.goOn(chosen, another).foundCredentialsIn).toBe('query');
  expect(found()).toBe('query');
});

test('what is found out while somebody is signed in is stored at once', async () => {
  await using server = await answering((url, response) =>
    url.searchParams.has('access_token')
      ? json(response, { error_id: 400, error_message: 'Send it as a header' }, 400)
      : json(response, { items: [] }),
  );
  const { opener, chosen, found } = openerAt(server.apiBaseUrl);
  await opener.open(chosen, 'my-key', 'tok-1').associated();
  expect(found()).toBe('header');
});
