import { SpontaneousActions, type ActivityEvent } from './spontaneous-actions.ts';
import { createCandidates } from './candidates.ts';
import { createRandom } from '../random.ts';
import type { World } from '../world.ts';

export type { ActivityEvent as Happening } from './spontaneous-actions.ts';

/** The life of the network from now on, one occurrence after the other, never ending. */
export type Activity = ReturnType<typeof createActivity>;

interface ActivityOptions {
  world: World;
  seed: number;
  /** 1 is a lively network (something every few seconds); 2 is twice as fast. Above 0. */
  speed?: number;
  /** Account ids of those who should get news: the people who are signed in. Asked anew for every occurrence. */
  favour?: () => readonly number[];
}

/** Mean seconds between two occurrences of a kind, at speed 1. */
const MEAN_SECONDS_BETWEEN = {
  /** An inbox item for each favoured account. */
  news: 40,
  /** A vote or acceptance for each favoured account. */
  reputation: 45,
  /** A question in each popular tag. */
  popularTag: 90,
  /** Something anywhere. */
  anything: 30,
} as const;

/** The first topics of each main site are its popular tags. */
const POPULAR_TAGS_PER_SITE = 3;
/** A stream that is further behind than this, because the clock was set ahead, starts afresh instead of catching up. */
const MAX_BACKLOG_SECONDS = 300;

/**
 * Schedules live activity; whoever drives it waits until `at` and calls `run`. Each stream keeps about its mean: its
 * intervals are evenly spread between 0.4 and 1.6 of it, so that nobody waits long for the next news.
 * Its draws depend on the seed and on how much the world holds already, so that a reopened world does not repeat
 * itself.
 */
export function createActivity({ world, seed, speed = 1, favour = () => [] }: ActivityOptions) {
  if (!(speed > 0)) throw new RangeError(`The activity's speed must be above 0, not ${speed}`);
  const stored = world.db
    .prepare(
      'SELECT (SELECT count(*) FROM posts) + (SELECT count(*) FROM comments) + (SELECT count(*) FROM votes) AS count',
    )
    .get() as { count: number };
  const random = createRandom(Math.imul(seed, 0x9e3779b1) + stored.count);
  const candidates = createCandidates(world, random, favour);
  const actions = new SpontaneousActions(world, candidates, random);
  let present = world.clock.now();

  const interval = (mean: number): number => (mean * (0.4 + 1.2 * random.fraction())) / speed;
  const stream = (mean: number, act: (at: number) => ActivityEvent | undefined) => ({
    mean,
    act,
    due: present + (mean * random.fraction()) / speed,
  });
  const lasting = [
    stream(MEAN_SECONDS_BETWEEN.anything, (at) => actions.anything(at)),
    ...candidates.sites
      .filter(({ isMain }) => isMain)
      .flatMap((site) =>
        site.topics
          .slice(0, POPULAR_TAGS_PER_SITE)
          .map((topic) => stream(MEAN_SECONDS_BETWEEN.popularTag, (at) => actions.ask(at, { site, topic }))),
      ),
  ];
  const personal = new Map<number, typeof lasting>();

  const streams = () => {
    const accounts = new Set(favour());
    for (const accountId of personal.keys()) if (!accounts.has(accountId)) personal.delete(accountId);
    for (const accountId of accounts)
      if (!personal.has(accountId))
        personal.set(accountId, [
          stream(MEAN_SECONDS_BETWEEN.news, (at) => actions.news(at, accountId)),
          stream(MEAN_SECONDS_BETWEEN.reputation, (at) => actions.reputation(at, accountId)),
        ]);
    return [...lasting, ...[...personal.values()].flat()];
  };

  return {
    /** Called when somebody has come: on each main site something is asked in its most popular tag, now. */
    welcome(): ActivityEvent[] {
      const at = Math.floor(world.clock.now());
      return candidates.sites
        .filter(({ isMain }) => isMain)
        .flatMap((site) => site.topics.slice(0, 1).flatMap((topic) => actions.ask(at, { site, topic }) ?? []));
    },
    next() {
      const clockNow = world.clock.now();
      present = Math.max(present, clockNow);
      const all = streams();
      for (const each of all)
        if (each.due < clockNow - MAX_BACKLOG_SECONDS / speed)
          each.due = clockNow + (each.mean * random.fraction()) / speed;
      const first = all.reduce((earliest, each) => (each.due < earliest.due ? each : earliest));
      const at = first.due;
      present = Math.max(present, at);
      first.due = at + interval(first.mean);
      return {
        /** Epoch seconds by the world's clock, possibly a fraction; the speed is taken into account already. */
        at,
        /** Does it, once, and returns what it was. It is dated `at`, or the world's present if that is later. */
        run(): ActivityEvent {
          const when = Math.max(Math.floor(at), world.clock.now());
          return first.act(when) ?? actions.anything(when);
        },
      };
    },
  };
}
