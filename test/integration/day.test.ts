import { expect } from 'vitest';
import { announcedKeys } from '../support/announced.ts';
import { inboxRows, openPage } from '../support/open-page.ts';
import type { World } from './askbell.ts';
import { it } from './story.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 8 * 60 * MINUTE_MS;
const EVENTS = 120;
/** Votes and matches of such a day come in no more notifications. */
const MOST_POPUPS = 12;
/** How often the person looks, each time for a while. */
const LOOK_EVERY_MS = 100 * MINUTE_MS;
const LOOK_MS = 3 * MINUTE_MS;

/** Something that happens, or that the person does, this many ms after the day began. */
interface Step {
  at: number;
  run: () => void | Promise<void>;
}

type Kind = 'comment' | 'answer' | 'vote' | 'question';
/** Of twelve events in a row; a person may vote once, and a day gives 200 reputation at most. */
const PATTERN = 'comment question comment answer comment vote comment question comment comment question comment';
const KINDS = Array.from({ length: EVENTS }, (_, index) => PATTERN.split(' ')[index % 12] as Kind);
const countOf = (kind: Kind) => KINDS.filter((other) => other === kind).length;

/** Moments of a day, in ms from its beginning: alone, in pairs and in rushes, always the same ones. */
function moments(): number[] {
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const rushes = [0.1, 0.37, 0.38, 0.8];
  return KINDS.map((_, index) => {
    const rush = index % 3 === 0 ? rushes[index % rushes.length]! : undefined;
    return rush === undefined ? random() * DAY_MS : rush * DAY_MS + random() * 10 * MINUTE_MS;
  }).toSorted((one, other) => one - other);
}

/** What happens in the network; each event comes from somebody else. */
function happen({ people }: World, tag: string, kind: Kind, index: number): void {
  if (kind === 'comment') people.comments(`Comment ${index}`, index);
  else if (kind === 'answer') people.answers(`Answer ${index}`, index);
  else if (kind === 'vote') people.votes(index);
  else people.asks(`Question ${index} of the day`, [tag], index);
}

/** The key of an entry without its account. */
const ownKey = ({ key }: { key: string }) => key.slice(key.indexOf('/') + 1);

it('a day of 120 events tells what is for one at once, the rest in few notifications, all of it', async ({ world }) => {
  await world.unwatch();
  const tag = await world.watchTag();
  expect(world.shown()).toEqual([]);
  const began = world.clock.now();
  /** What stood before the person's eyes, by its key. */
  const seen = new Set<string>();
  const passTo = async (at: number) => {
    if (began + at > world.clock.now()) await world.pass(began + at - world.clock.now());
  };
  const events = moments().map((at, index): Step => ({ at, run: () => happen(world, tag, KINDS[index]!, index) }));
  const looks = Array.from({ length: Math.floor(DAY_MS / LOOK_EVERY_MS) }, (_, index): Step => ({
    at: (index + 1) * LOOK_EVERY_MS,
    run: async () => {
      const close = await openPage(world.window, inboxRows());
      await world.pass(LOOK_MS);
      for (const entry of await world.entries({ unread: true })) seen.add(ownKey(entry));
      await world.window.inbox.markAllRead({});
      await close();
    },
  }));
  for (const { at, run } of [...events, ...looks].toSorted((one, other) => one.at - other.at)) {
    await passTo(at);
    await run();
  }
  await passTo(DAY_MS);
  // Whoever comes back in the evening has been told what still waited.
  await world.pass(180 * MINUTE_MS);

  const popups = world.shown();
  const bundled = popups.filter((popup) => !popup.startsWith('inbox: '));
  expect(bundled.length, popups.join('\n')).toBeLessThanOrEqual(MOST_POPUPS);
  expect(bundled.length, 'it tells of the day all the same').toBeGreaterThanOrEqual(4);
  // Answers and comments are told in the round that finds them, unless they were seen.
  expect(popups.length - bundled.length).toBeGreaterThan(EVENTS / 4);

  const items = (await world.entries({ source: 'inbox' })).filter(({ createdAt }) => createdAt.getTime() >= began);
  expect(items).toHaveLength(countOf('comment') + countOf('answer'));
  const matches = (await world.entries({ source: 'watches' })).filter(({ title }) => title.endsWith(' of the day'));
  expect(matches).toHaveLength(countOf('question'));
  const { entries } = await world.window.reputation.changes({ limit: 500 });
  const changes = entries.filter(({ onDate }) => onDate.getTime() >= began);
  expect(changes.map(({ voteType }) => voteType)).toEqual(Array(countOf('vote')).fill('up_votes'));

  // Every item, match and change was told of once, in a notification of its own or in a summary, or was seen.
  const told = announcedKeys(world.dataDir);
  expect(new Set(told).size).toBe(told.length);
  const heard = new Set([...told, ...seen]);
  const happened = [...items, ...matches, ...changes].map(ownKey);
  expect(happened).toHaveLength(EVENTS);
  expect(happened.filter((key) => !heard.has(key))).toEqual([]);
  // What nobody saw yet waits in the list.
  const unseen = [...items, ...matches].filter((entry) => !seen.has(ownKey(entry)));
  expect(unseen.length).toBeGreaterThan(0);
  expect(unseen.filter(({ unread }) => !unread)).toEqual([]);
});
