import { afterEach, expect, it } from 'vitest';
import {
  expiryCondition,
  expiryNotification,
  nextExpiryTime,
  Renewals,
} from '../../../../electron/agent/accounts/tokens.ts';
import type { Presence } from '../../../../electron/desktop/desktop.ts';
import type { Networks } from '../../../../electron/agent/accounts/networks.ts';
import type { StoredSignIns } from '../../../../electron/agent/accounts/stored-sign-ins.ts';
import { agentContext } from '../../../support/agent-context.ts';
import { chosenNetwork } from '../../../support/chosen-network.ts';
import { type AgentCondition, localizeCondition } from '../../../../electron/agent/conditions.ts';
import { localeOf } from '../../../../common/i18n/locale.ts';

let renewals: Renewals;
afterEach(() => renewals.stop());

const chosen = chosenNetwork({ signInWay: 'loopback', tokenExpiresAt: 60_000 });

it('opens no tab while nothing may disturb the person or nobody is there, and one afterwards', async () => {
  const opened: string[] = [];
  let isSuppressed = true;
  let presence: Presence['state'] = 'present';
  const unexpected = () => {
    throw new Error('Nobody came back.');
  };
  const context = agentContext({
    desktop: {
      openExternal: (url: string) => Promise.resolve(void opened.push(url)),
      presence: () => ({ state: presence, since: 0 }),
      doNotDisturb: () => Promise.resolve(isSuppressed),
    },
    fetch: unexpected,
  });
  renewals = new Renewals(context, { open: unexpected } as unknown as Networks, {} as StoredSignIns);
  const check = async () => {
    for (const due of await renewals.due(() => [chosen])) void renewals.renew(due);
  };
  await check();
  expect(renewals.isRenewing(chosen.id)).toBe(false);
  [isSuppressed, presence] = [false, 'away'];
  await check();
  expect(renewals.isRenewing(chosen.id)).toBe(false);
  presence = 'present';
  await check();
  expect(renewals.isRenewing(chosen.id)).toBe(true);
  await expect.poll(() => opened.length).toBe(1);
  await check();
  expect(opened).toHaveLength(1);
});

const now = Date.UTC(2026, 5, 1, 9);
const hour = 3600_000;
const english = (condition: AgentCondition | undefined) => condition && localizeCondition(condition, localeOf('en'));

it('tells the end of a token an hour before and when it is there', () => {
  const end = now + 24 * hour;
  expect(nextExpiryTime(undefined, now)).toBeUndefined();
  const moments = [now, end - hour, end].map((moment) => nextExpiryTime(end, moment));
  expect(moments).toEqual([end - hour, end, undefined]);
  expect(expiryCondition('Loops', end, now)).toBeUndefined();
  const title = 'Your sign-in to Loops expires in 30 min';
  expect(english(expiryCondition('Loops', end, end - hour / 2))).toMatchObject({ severity: 'warning', title });
  expect(expiryCondition('Loops', end, end)).toMatchObject({ severity: 'problem', kind: 'signed-out' });
  expect(expiryNotification('Loops', end, end, localeOf('en'))?.kind).toBe('status');
  expect(expiryNotification('Loops', undefined, end, localeOf('en'))).toBeUndefined();
});
