import { expect, it } from 'vitest';
import { HOUR_MS } from '../../common/durations.ts';
import { createWorld, type World } from './askbell.ts';

const DAILY_QUOTA = 300;

it('two Askbells of one person keep to the quota together, each tells each thing once, and both take over what was read', async () => {
  const laptop = await createWorld({ sandbox: { quota: { key: DAILY_QUOTA } } });
  const desktop = await createWorld({ beside: laptop });
  const { sandbox, people } = laptop;
  await desktop.round();
  expect([laptop.shown(), desktop.shown()]).toEqual([[], []]);
  const signedIn = sandbox.requests.length;

  people.answers();
  await desktop.pass(3 * HOUR_MS);
  people.votes();
  await desktop.pass(6 * HOUR_MS);
  const unread = async ({ window }: World) =>
    (await window.inbox.list({ limit: 20 })).entries.filter((entry) => entry.unread).length;
  expect(await Promise.all([unread(laptop), unread(desktop)])).not.toContain(0);
  sandbox.world.actions.readOnWebsite({ accountId: people.accountId });
  await desktop.pass(2 * HOUR_MS);
  expect(await Promise.all([unread(laptop), unread(desktop)])).toEqual([0, 0]);
  const told = [`inbox: ${people.title}`, `reputation: +10 reputation on ${people.siteName}`];
  expect([laptop.shown(), desktop.shown()]).toEqual([told, told]);

  // One machine is off for a night in which something comes and is read on the other.
  await laptop.quit();
  people.answers();
  await desktop.pass(HOUR_MS);
  sandbox.world.actions.readOnWebsite({ accountId: people.accountId });
  await desktop.pass(2 * HOUR_MS);
  await laptop.launch();
  await desktop.pass(2 * HOUR_MS);
  expect(laptop.shown()).toEqual([]);
  expect(desktop.shown()).toHaveLength(told.length + 1);

  // Each learns how much the other asks.
  for (const { window } of [laptop, desktop]) {
    const { max, remaining, usedByAskbell } = (await window.state.get()).accounts[0]!.quota!;
    expect(usedByAskbell).toBeLessThan((max - remaining) * 0.8);
  }

  // Late on a day that both have planned for: requests are left for clicks, and none was refused.
  await desktop.pass(7 * HOUR_MS);
  const { requests } = sandbox;
  expect(requests.length).toBeGreaterThan(DAILY_QUOTA / 3);
  expect(requests.length).toBeLessThan(DAILY_QUOTA);
  expect(requests.slice(signedIn).filter(({ status }) => status >= 400)).toEqual([]);
  await desktop.close();
  await laptop.close();
});
