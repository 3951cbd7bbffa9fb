import { afterEach, expect, it } from 'vitest';
import { aRound, cast, createWorld, type World } from './askbell.ts';

const hour = 3600_000;
const DAILY_QUOTA = 300;

let laptop: World;
let desktop: World;
afterEach(async () => {
  await desktop.close();
  await laptop.close();
});

const shown = (world: World) => world.desktop.shown.map(({ kind, title }) => `${kind}: ${title}`);

it('two Askbells of one person keep to the quota together, each tells each thing once, and both take over what was read', async () => {
  laptop = await createWorld({ sandbox: { quota: { key: DAILY_QUOTA } } });
  desktop = await createWorld({ beside: laptop });
  const { sandbox } = laptop;
  const { accountId, site, others, title, siteName, questionId } = cast(sandbox);
  await desktop.pass(aRound);
  expect([shown(laptop), shown(desktop)]).toEqual([[], []]);
  const signedIn = sandbox.requests.length;

  sandbox.world.actions.answer({ site, userId: others[0]!, questionId, body: '<p>Yes.</p>' });
  await desktop.pass(3 * hour);
  sandbox.world.actions.vote({ site, userId: others[2]!, postId: questionId, direction: 'up' });
  await desktop.pass(6 * hour);
  const unread = async (world: World) =>
    (await world.window.inbox.list({ limit: 20 })).entries.filter((entry) => entry.unread).length;
  expect(await Promise.all([unread(laptop), unread(desktop)])).not.toContain(0);
  sandbox.world.actions.readOnWebsite({ accountId });
  await desktop.pass(2 * hour);
  expect(await Promise.all([unread(laptop), unread(desktop)])).toEqual([0, 0]);
  const told = [`inbox: ${title}`, `reputation: +10 reputation on ${siteName}`];
  expect([shown(laptop), shown(desktop)]).toEqual([told, told]);

  // Late on a day that both have planned for: requests are left for clicks, and none was refused.
  await desktop.pass(12 * hour);
  const { requests } = sandbox;
  expect(requests.length).toBeGreaterThan(DAILY_QUOTA / 3);
  expect(requests.length).toBeLessThan(DAILY_QUOTA);
  expect(requests.slice(signedIn).filter(({ status }) => status >= 400)).toEqual([]);
});
