import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import type { Condition, NetworkAccount } from '../../common/contract/contract.ts';
import { lively } from '../renderer/stage/fake-agent-data.ts';
import { startWindowServer, type WindowServer } from '../renderer/stage/fake-agent-serving.ts';
import { FakeAgent } from '../renderer/stage/fake-agent.ts';
import { expect, shownTime, test } from './frozen.ts';
import { looks } from './sights.ts';

const rendererDir = fileURLToPath(new URL('../../out/app/renderer', import.meta.url));

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

/** A thing with every date in it so much later: the data's dates are from now, and pictures show one time. */
function moved<T>(thing: T, ms: number): T {
  if (thing instanceof Date) return new Date(thing.getTime() + ms) as T;
  if (Array.isArray(thing)) return thing.map((each: unknown) => moved(each, ms)) as T;
  if (typeof thing !== 'object' || thing === null) return thing;
  return Object.fromEntries(Object.entries(thing).map(([name, value]) => [name, moved<unknown>(value, ms)])) as T;
}

for (const [name, { condition, change }] of Object.entries(troubles)) {
  test.describe(name, () => {
    let context: BrowserContext;
    let page: Page;
    let server: WindowServer;

    test.beforeAll(async ({ browser }) => {
      const { series, ...world } = lively();
      const agent = new FakeAgent({ ...moved(world, shownTime.getTime() - Date.now()), series });
      agent.becomeAccount(change, { conditions: [condition] });
      server = await startWindowServer(rendererDir);
      server.serve(agent);
      context = await browser.newContext({
        locale: 'en-GB',
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
        bypassCSP: true,
      });
      page = await context.newPage();
      await page.clock.setFixedTime(shownTime);
      await page.goto(server.url);
    });
    test.afterAll(async () => {
      await context.close();
      await server.stop();
    });

    looks(
      {
        name,
        async go(window) {
          await window.evaluate(() => (location.hash = '/inbox'));
          await expect(window.getByRole('region', { name: 'Needs attention' })).toContainText(condition.title);
          await expect(window.getByRole('contentinfo', { name: 'Status' })).toContainText(condition.title);
        },
      },
      () => page,
    );
  });
}
