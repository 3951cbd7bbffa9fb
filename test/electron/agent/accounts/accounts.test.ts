import { beforeEach, expect, it } from 'vitest';
import { Accounts, type AccountOptions } from '../../../../electron/agent/accounts/accounts.ts';
import { agentContext } from '../../../support/agent-context.ts';
import type { Announcer } from '../../../../electron/agent/notifications/announcer.ts';
import type { VisibleItems } from '../../../../electron/agent/notifications/visible-items.ts';
import { chosenNetwork } from '../../../support/chosen-network.ts';

const choice = { ...chosenNetwork(), kind: 'other' as const };

let accounts: Accounts;
let opened: URL[];
beforeEach(() => {
  opened = [];
  const context = agentContext({
    desktop: { openExternal: (url: string) => Promise.resolve(void opened.push(new URL(url))) },
    fetch: async () => new Response('', { status: 200 }),
  });
  const options = { builtInClients: {} } as AccountOptions;
  accounts = new Accounts(context, options, {} as Announcer, {} as VisibleItems);
});

it('sign-ins are one at a time: the next one closes the dialog before it, as the end does, after which none begins', async () => {
  await accounts.signIn(choice);
  const listener = opened[0]!.searchParams.get('redirect_uri')!;
  expect((await fetch(listener)).status).toBe(404);
  await accounts.signIn({ ...choice, apiBaseUrl: 'https://api.other.example' });
  await expect(fetch(listener)).rejects.toThrow();
  expect(accounts.signingIn()?.network.apiBaseUrl).toBe('https://api.other.example');
  accounts.cancelSignIn();
  expect(accounts.signingIn()).toBeUndefined();
  expect(() => accounts.latestSignIn().paste('code')).toThrow('No sign-in');
  await accounts.signIn(choice);
  const last = opened.at(-1)!.searchParams.get('redirect_uri')!;
  await accounts.stop();
  await expect(fetch(last)).rejects.toThrow();
  await accounts.signIn(choice);
  expect(opened).toHaveLength(3);
  expect(accounts.signingIn()).toBeUndefined();
});
