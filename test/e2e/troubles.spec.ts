import type { Condition, NetworkAccount } from '../../common/contract/contract.ts';
import { expect, shownTime, test } from './frozen.ts';
import { looks } from './sights.ts';
import { openStaged, type Staged } from './staged.ts';

const later = (minutes: number) => new Date(shownTime.getTime() + minutes * 60_000);

/** Trouble in the agent's own words, each with what the person can do. */
const troubles: Record<string, { condition: Condition; change?: Partial<NetworkAccount> }> = {
  offline: {
    condition: {
      kind: 'offline',
      severity: 'problem',
      title: 'Demo network cannot be reached',
      advice: 'Check your internet connection, and the network’s address if you entered one. Askbell keeps trying.',
      retryAt: later(2),
    },
  },
  throttled: {
    condition: {
      kind: 'throttled',
      severity: 'problem',
      title: 'Demo network asked Askbell to slow down',
      advice: 'You need not do anything: Askbell waits as long as it has to, then carries on.',
      retryAt: later(12),
    },
    change: { pollingPause: { until: later(12), why: 'throttled' }, nextPoll: undefined },
  },
  'signed-out': {
    condition: {
      kind: 'signed-out',
      severity: 'problem',
      title: 'You are signed out of Demo network',
      advice: 'Askbell’s access has expired or was revoked. Sign in again; nothing is lost.',
      account: 'demo',
    },
    change: { nextPoll: undefined },
  },
};

for (const [name, { condition, change }] of Object.entries(troubles)) {
  test.describe(name, () => {
    let staged: Staged;

    test.beforeAll(async ({ browser }) => {
      staged = await openStaged(browser, (agent) => agent.becomeAccount(change, { conditions: [condition] }));
    });
    test.afterAll(() => staged.end());

    looks(
      {
        name,
        pictures: name === 'throttled' ? {} : { light: name === 'offline' ? [1200] : [360, 1200] },
        async go(window) {
          await window.evaluate(() => (location.hash = '/inbox'));
          const mark = window.getByRole('button', { name: /Status:/ });
          await expect(mark).toContainText(condition.title);
          // What stops news has a line; the rest is told by what the mark opens.
          const line = window.getByRole('region', { name: 'Needs attention' });
          if (name === 'signed-out') return expect(line).toContainText(condition.title);
          await mark.click();
          await expect(window.getByRole('dialog', { name: 'Status' })).toContainText(condition.title);
        },
      },
      () => staged.page,
    );
  });
}
