import { expect, it } from 'vitest';
import { announcedKeys, announcements, keptChanges } from '../support/announced.ts';
import { inboxRows, openPage, reputationRows } from '../support/open-page.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 8 * 60 * MINUTE_MS;
const EVENTS = 120;
/** Votes and matches of such a day come in no more notifications. */
const MOST_POPUPS = 12;
/** How often the person looks, each time for a while. */
const LOOK_EVERY_MS = 100 * MINUTE_MS;
const LOOK_MS = 3 * MINUTE_MS;
/** The look after which they go on to the Reputation view. What comes later has to be told. */
const REPUTATION_LOOK = 2;

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
function happen(world: World, people: ReturnType<typeof cast>, tag: string, kind: Kind, index: number): void {
  const { actions } = world.sandbox.world;
  const { site, questionId, others } = people;
  const userId = others[index % others.length]!;
  if (kind === 'comment') actions.comment({ site, userId, postId: questionId, body: `Comment ${index}` });
  else if (kind === 'answer') actions.answer({ site, userId, questionId, body: `<p>Answer ${index}</p>` });
  else if (kind === 'vote') actions.vote({ site, userId, postId: questionId, direction: 'up' });
  else actions.ask({ site, userId, title: `Question ${index} of the day`, body: '<p>How?</p>', tags: [tag] });
}

/** The person has a list before their eyes for a while. */
async function lookAt(world: World, rows: typeof reputationRows, meanwhile: () => Promise<void>): Promise<void> {
  const close = await openPage(world.window, rows);
  await meanwhile();
  await close();
}

/** The key of an entry without its account. */
const ownKey = ({ key }: { key: string }) => key.slice(key.indexOf('/') + 1);

const listed = async (world: World, source: 'inbox' | 'watches') =>
  (await world.window.inbox.list({ limit: 200, filter: { source } })).entries;

/** The changes of reputation as the view lists them, with their keys. */
async function listedChanges(world: World) {
  const kept = keptChanges(world.dataDir);
  const { entries } = await world.window.reputation.changes({ limit: 500 });
  return entries.map((entry) => ({ ...entry, key: kept.get(entry.id)!.key }));
}

const sumOf = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0);

/** What the day brought so far adds up, by site and by post, to the changes that are listed of it. */
async function expectDaySum(world: World): Promise<void> {
  const midnight = new Date(world.clock.now()).setHours(0, 0, 0, 0);
  const listedToday = (await listedChanges(world)).filter(({ onDate }) => onDate.getTime() >= midnight);
  const sum = sumOf(listedToday.map(({ change }) => change));
  const { accounts, today } = await world.window.reputation.list();
  expect(sumOf(accounts.map((account) => account.today))).toBe(sum);
  expect(sumOf(today.map(({ change }) => change))).toBe(sum);
}

/** What a notification is about stands in its words: matches and items are counted, and points are added up. */
function expectWordsTellAll(world: World): void {
  const changeOf = new Map([...keptChanges(world.dataDir).values()].map(({ key, change }) => [key, change]));
  for (const { id, kind, subjects } of announcements(world.dataDir)) {
    const { title, body } = world.desktop.shown.find((notification) => notification.id === id)!;
    const words = `${title}\n${body}`;
    const count = (subject: string) => subjects.filter((other) => other.kind === subject).length;
    const [items, questions] = [count('inbox'), count('question')];
    if (kind === 'question' && questions === 1) expect(words).toMatch(/^Question \d+ of the day\n/);
    else if (questions > 0)
      expect(words).toMatch(new RegExp(`^${questions} (new )?questions? from your watches$`, 'm'));
    if (items > 0 && kind === 'summary') expect(words).toMatch(new RegExp(`^${items} inbox items?$`, 'm'));
    const sites = subjects.flatMap((subject) =>
      subject.kind === 'reputation' && subject.keys
        ? [{ change: subject.change, changes: subject.keys.map((key) => changeOf.get(key)!) }]
        : [],
    );
    for (const { change, changes } of sites) expect(change).toBe(sumOf(changes));
    if (sites.length === 0) continue;
    if (kind === 'summary') expect(words).toMatch(/^1 site with a reputation change$/m);
    else expect(title).toMatch(new RegExp(`^\\+${sumOf(sites.flatMap(({ changes }) => changes))} reputation on `));
  }
}

it('a day of 120 events tells what is for one at once, the rest in at most twelve notifications; none of it is missed', async () => {
  const world = await createWorld();
  try {
    const people = cast(world.sandbox);
    const { watches } = world.window;
    await Promise.all((await watches.list()).watches.map(({ id }) => watches.remove({ id })));
    const [tag] = await watches.completeTag({ site: people.site, text: 'a' });
    await watches.add({ site: people.site, rule: { anyTags: [tag!.name] } });
    await world.pass(aRound);
    expect(world.desktop.shown).toEqual([]);

    const began = world.clock.now();
    /** What stood before the person's eyes, by its key. */
    const seen = new Set<string>();
    const passTo = async (at: number) => {
      if (began + at > world.clock.now()) await world.pass(began + at - world.clock.now());
    };
    const events = moments().map((at, index): Step => ({
      at,
      run: () => happen(world, people, tag!.name, KINDS[index]!, index),
    }));
    const looks = Array.from({ length: Math.floor(DAY_MS / LOOK_EVERY_MS) }, (_, index): Step => ({
      at: (index + 1) * LOOK_EVERY_MS,
      run: () =>
        lookAt(world, inboxRows(), async () => {
          await world.pass(LOOK_MS);
          const { entries } = await world.window.inbox.list({ limit: 200 });
          for (const entry of entries) if (entry.unread) seen.add(ownKey(entry));
          await world.window.inbox.markAllRead({});
        }),
    }));
    const reputationLook: Step = {
      at: REPUTATION_LOOK * LOOK_EVERY_MS + LOOK_MS,
      run: () =>
        lookAt(world, reputationRows, async () => {
          await world.pass(LOOK_MS);
          for (const { key } of await listedChanges(world)) seen.add(key);
        }),
    };
    for (const { at, run } of [...events, ...looks, reputationLook].toSorted((one, other) => one.at - other.at)) {
      await passTo(at);
      await run();
    }
    await passTo(DAY_MS);
    await expectDaySum(world);
    // Whoever comes back in the evening has been told what still waited.
    await world.pass(180 * MINUTE_MS);

    const popups = world.desktop.shown.map(({ kind, title }) => `${kind}: ${title}`);
    const bundled = popups.filter((popup) => !popup.startsWith('inbox: '));
    expect(bundled.length, popups.join('\n')).toBeLessThanOrEqual(MOST_POPUPS);
    expect(bundled.length, 'it tells of the day all the same').toBeGreaterThanOrEqual(4);
    // Answers and comments are told in the round that finds them, unless they were seen.
    expect(popups.length - bundled.length).toBeGreaterThan(EVENTS / 4);

    const items = (await listed(world, 'inbox')).filter(({ createdAt }) => createdAt.getTime() >= began);
    expect(items).toHaveLength(countOf('comment') + countOf('answer'));
    const matches = (await listed(world, 'watches')).filter(({ title }) => title.endsWith(' of the day'));
    expect(matches).toHaveLength(countOf('question'));
    const changes = (await listedChanges(world)).filter(({ onDate }) => onDate.getTime() >= began);
    expect(changes.map(({ voteType }) => voteType)).toEqual(Array(countOf('vote')).fill('up_votes'));
    await expectDaySum(world);

    // Every item, match and change was told of once, in a notification of its own or in a summary, or was seen.
    const told = announcedKeys(world.dataDir);
    expect(new Set(told).size).toBe(told.length);
    expectWordsTellAll(world);
    const heard = new Set([...told, ...seen]);
    const happened = [...items.map(ownKey), ...matches.map(ownKey), ...changes.map(({ key }) => key)];
    expect(happened).toHaveLength(EVENTS);
    expect(happened.filter((key) => !heard.has(key))).toEqual([]);
    // What nobody saw yet waits in the list.
    const unseen = [...items, ...matches].filter((entry) => !seen.has(ownKey(entry)));
    expect(unseen.length).toBeGreaterThan(0);
    expect(unseen.filter(({ unread }) => !unread)).toEqual([]);
  } finally {
    await world.close();
  }
});
