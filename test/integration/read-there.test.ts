import { afterEach, beforeEach, expect, it } from 'vitest';
import { aRound, cast, createWorld, type World } from './askbell.ts';

let world: World;
let people: ReturnType<typeof cast>;

beforeEach(async () => {
  world = await createWorld();
  people = cast(world.sandbox);
  await world.pass(aRound);
  await world.window.inbox.markAllRead();
});
afterEach(() => world.close());

const answer = (body: string, by: number) =>
  world.sandbox.world.actions.answer({
    site: people.site,
    userId: people.others[by]!,
    questionId: people.questionId,
    body: `<p>${body}</p>`,
  });
const readAtNetwork = () => world.sandbox.world.actions.read({ site: people.site, userId: people.userId });
const unread = async () => (await world.window.inbox.list({ filter: { unread: true } })).entries;

it('what is read on the website is read here within one poll: in the list, in the tray and on the screen', async () => {
  answer('One.', 1);
  await world.pass(aRound);
  const [told] = world.desktop.shown.slice(-1);
  expect(told).toMatchObject({ kind: 'inbox' });
  expect(await unread()).toHaveLength(1);
  expect(world.desktop.tray().unread).toBe(1);
  readAtNetwork();
  await world.pass(aRound);
  expect(await unread()).toEqual([]);
  expect(world.desktop.tray().unread).toBe(0);
  expect(world.desktop.withdrawn).toContain(told!.id);
});

it('what is read here leaves the screen at once, and what is marked unread here stays so', async () => {
  answer('Two.', 2);
  await world.pass(aRound);
  const [told] = world.desktop.shown.slice(-1);
  const { key } = (await unread())[0]!;
  await world.window.inbox.setRead({ keys: [key], read: true });
  expect(world.desktop.withdrawn).toContain(told!.id);
  await world.window.inbox.setRead({ keys: [key], read: false });
  readAtNetwork();
  await world.restart();
  await world.pass(aRound);
  expect((await unread()).map((entry) => entry.key)).toEqual([key]);
});

it('what was marked read here and taken back is read here once it is read on the website', async () => {
  answer('Three.', 3);
  await world.pass(aRound);
  const [item] = await unread();
  const { undo } = await world.window.inbox.markAllRead();
  await world.window.inbox.undo({ undo: undo! });
  const again = await world.window.inbox.setRead({ keys: [item!.key], read: true });
  await world.window.inbox.undo({ undo: again.undo! });
  expect((await unread()).map((entry) => entry.key)).toEqual([item!.key]);
  readAtNetwork();
  await world.pass(aRound);
  expect(await unread()).toEqual([]);
});
