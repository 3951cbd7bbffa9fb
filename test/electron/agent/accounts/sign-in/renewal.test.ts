import { afterEach, expect, it } from 'vitest';
import { Renewal } from '../../../../../electron/agent/accounts/sign-in/renewal.ts';
import type { Presence } from '../../../../../electron/desktop/desktop.ts';
import { listenForRedirect } from '../../../../../electron/desktop/loopback-listener.ts';
import { silentLog } from '../../../../../electron/base/log.ts';
import type { ChosenNetwork } from '../../../../../electron/store/settings.ts';
import { ENGLISH } from '../../../../../common/i18n/localized-text.ts';
import { createManualClock } from '../../../../support/manual-clock.ts';

let renewal: Renewal;
afterEach(() => renewal.stop());

const chosen: ChosenNetwork = {
  kind: 'other',
  id: 'other:mine',
  name: 'Mine',
  apiBaseUrl: 'https://api.example',
  authUrl: 'https://auth.example',
  clientId: 'mine',
  signInWay: 'loopback',
  tokenExpiresAt: 60_000,
};

it('opens no tab while nothing may disturb the person or nobody is there, and one afterwards', async () => {
  const opened: string[] = [];
  let isSuppressed = true;
  let presence: Presence['state'] = 'present';
  const unexpected = () => {
    throw new Error('Nobody came back.');
  };
  renewal = new Renewal({
    desktop: {
      listenForRedirect,
      openExternal: (url) => Promise.resolve(void opened.push(url)),
      on: () => () => undefined,
      presence: () => ({ state: presence, since: 0 }),
    },
    clock: createManualClock(0),
    fetch: unexpected,
    locale: () => ENGLISH,
    log: silentLog,
    isSuppressed: () => Promise.resolve(isSuppressed),
    openNetwork: unexpected,
    onFailed: unexpected,
    onRenewed: unexpected,
  });
  const check = () => renewal.check(() => [chosen]);
  await check();
  expect(renewal.isRenewing(chosen.id)).toBe(false);
  [isSuppressed, presence] = [false, 'away'];
  await check();
  expect(renewal.isRenewing(chosen.id)).toBe(false);
  presence = 'present';
  await check();
  expect(renewal.isRenewing(chosen.id)).toBe(true);
  await expect.poll(() => opened.length).toBe(1);
  await check();
  expect(opened).toHaveLength(1);
});
