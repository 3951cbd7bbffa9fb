import type { z } from 'zod';
import type { WatchAlert, WatchRule } from '../../common/contract/contract.ts';
import { createRandom } from '../../sandbox/world/random.ts';
import type { Sandbox } from '../../sandbox/server/server.ts';
import { cast } from './askbell.ts';

/** Three sites: where the person is at home, a small one, and a busy one. */
export const places = ['here', 'there', 'far'] as const;
export type Place = (typeof places)[number];

interface WeekWatch {
  at: Place;
  rule: z.input<typeof WatchRule>;
  alert: WatchAlert;
  fits: (tags: string[], title: string) => boolean;
}

/**
 * Watches of three sites (of the busy one without wildcards, so that they can be searched for), with what each is for
 * in words of its own: the test must not ask Askbell what matches.
 */
export const weekWatches = {
  any: {
    at: 'here',
    rule: { anyTags: ['zz-lists', 'python-*'] },
    alert: 'sound',
    fits: (tags: string[]) => tags.includes('zz-lists') || tags.some((tag) => tag.startsWith('python-')),
  },
  all: {
    at: 'here',
    rule: { allTags: ['zz-loops', 'zz-recursion'], titleWords: ['depth'] },
    alert: 'sound',
    fits: (tags: string[], title: string) =>
      tags.includes('zz-loops') && tags.includes('zz-recursion') && / depth\b/.test(title),
  },
  listed: {
    at: 'here',
    rule: { anyTags: ['zz-homework'], noTags: ['zz-solved'] },
    alert: 'list',
    fits: (tags: string[]) => tags.includes('zz-homework') && !tags.includes('zz-solved'),
  },
  scored: {
    at: 'here',
    rule: { anyTags: ['zz-score'], minScore: 2 },
    alert: 'silent',
    fits: (tags: string[]) => tags.includes('zz-score'),
  },
  bounty: {
    at: 'here',
    rule: { anyTags: ['zz-rich', 'zz-lists'], bounty: true },
    alert: 'sound',
    fits: (tags: string[]) => tags.includes('zz-rich') || tags.includes('zz-lists'),
  },
  unanswered: {
    at: 'there',
    rule: { anyTags: ['zz-open'], unanswered: true },
    alert: 'sound',
    fits: (tags: string[]) => tags.includes('zz-open'),
  },
  wild: {
    at: 'there',
    rule: { anyTags: ['zz-*'], noTags: ['zz-quiet', 'zz-open'] },
    alert: 'silent',
    fits: (tags: string[]) =>
      tags.some((tag) => tag.startsWith('zz-')) && !tags.includes('zz-quiet') && !tags.includes('zz-open'),
  },
  far: {
    at: 'far',
    rule: { anyTags: ['zz-far', 'zz-wide'], noTags: ['zz-near'] },
    alert: 'sound',
    fits: (tags: string[]) => (tags.includes('zz-far') || tags.includes('zz-wide')) && !tags.includes('zz-near'),
  },
} satisfies Record<string, WeekWatch>;
export type WatchName = keyof typeof weekWatches;

export const watchOf = (name: WatchName): WeekWatch => weekWatches[name];

/** One question of the week, and what is to come of it. */
export interface Asked {
  site: string;
  id: number;
  title: string;
  tags: string[];
  /** The watches that are to list it, each from when on it matches in ms since the epoch. */
  matches: Map<WatchName, number>;
  /** Asked anew after it was deleted: one of the two is announced. */
  again?: Asked;
  isAgain: boolean;
}

const minute = 60_000;
const hour = 60 * minute;

const vocabulary = {
  here: [
    'zz-lists',
    'zz-loops',
    'zz-recursion',
    'zz-homework',
    'zz-solved',
    'zz-score',
    'zz-rich',
    'python-async',
    'python-typing',
    'jpython-x',
    'zzz',
  ],
  there: ['zz-open', 'zz-quiet', 'zz-maps', 'zz-sets', 'azz-x'],
  far: ['zz-far', 'zz-wide', 'zz-near', 'zz-else'],
} as const;
const words = [
  'What is the depth of this?',
  'Why depthless?',
  'How do I sort it',
  'Is the order kept',
  'What does it cost',
];

/** Makes people live for a while: what they do, when, and what Askbell has to make of it. */
export function weekPeople(
  sandbox: Sandbox,
  { from, to, perHour, seed }: { from: number; to: number; perHour: number; seed: number },
) {
  const { actions, db } = sandbox.world;
  const random = createRandom(seed);
  const here = cast(sandbox);
  const [there, far] = db
    .prepare(
      `SELECT s.api_site_parameter AS site FROM sites s JOIN users u ON u.site_id = s.id
       WHERE s.api_site_parameter <> ? GROUP BY s.id HAVING count(*) > 30 ORDER BY s.id LIMIT 2`,
    )
    .all(here.site) as [{ site: string }, { site: string }];
  const usersOf = (site: string) =>
    db
      .prepare(
        'SELECT u.id FROM users u JOIN sites s ON s.id = u.site_id WHERE s.api_site_parameter = ? AND (u.account_id IS NULL OR u.account_id <> ?) ORDER BY u.id LIMIT 30',
      )
      .all(site, here.accountId)
      .map(({ id }) => Number(id));
  const users = { here: here.others, there: usersOf(there.site), far: usersOf(far.site) };
  const sites = { here: here.site, there: there.site, far: far.site };
  const numberOf = (site: string) =>
    (db.prepare('SELECT id FROM sites WHERE api_site_parameter = ?').get(site) as { id: number }).id;
  const asked: Asked[] = [];
  const plan: { at: number; act: () => void }[] = [];
  /** On whole seconds, as the network counts. What would come after the week is left undone. */
  const later = (at: number, act: () => void) => void (at < to && plan.push({ at: Math.ceil(at / 1000) * 1000, act }));
  const now = () => sandbox.world.clock.now() * 1000;
  const some = <T>(of: readonly T[]): T => of[Math.floor(random.fraction() * of.length)]!;
  const between = (least: number, most: number) => least + random.fraction() * (most - least);

  /** What an edit, or an undeletion, leaves: the actions know neither. */
  function setTags(site: string, id: number, tags: string[]): void {
    db.prepare('UPDATE posts SET tags = ?, deleted_at = NULL WHERE site_id = ? AND id = ?').run(
      `|${tags.join('|')}|`,
      numberOf(site),
      id,
    );
    db.prepare('DELETE FROM post_tags WHERE site_id = ? AND post_id = ?').run(numberOf(site), id);
    for (const tag of tags) {
      db.prepare(
        `INSERT INTO post_tags (site_id, tag_id, post_id, last_activity_at)
         SELECT p.site_id, t.id, p.id, p.last_activity_at FROM posts p JOIN tags t ON t.site_id = p.site_id AND t.name = ? WHERE p.site_id = ? AND p.id = ?`,
      ).run(tag, numberOf(site), id);
    }
  }

  const asksNow = (watch: WatchName) => watch !== 'scored' && watch !== 'bounty';
  const fitting = (where: Place, tags: string[], title: string) =>
    (Object.keys(weekWatches) as WatchName[]).filter(
      (name) => watchOf(name).at === where && watchOf(name).fits(tags, title),
    );

  function ask(where: Place, tags: string[], title: string, userId: number, isAgain = false): Asked {
    const site = sites[where];
    const id = actions.ask({ site, userId, title, body: '<p>How?</p>', tags });
    const matching = fitting(where, tags, title).filter(asksNow);
    const matches = new Map(matching.map((name) => [name, now()]));
    const question: Asked = { site, id, title, tags, matches, isAgain };
    asked.push(question);
    return question;
  }

  const placeAt = (part: number): Place => (part < 0.5 ? 'here' : part < 0.8 ? 'there' : 'far');

  /** Something becomes of most questions. */
  function live(): void {
    const where = placeAt(random.fraction());
    const tags = [
      ...new Set(Array.from({ length: 1 + Math.floor(random.fraction() * 3) }, () => some(vocabulary[where]))),
    ];
    const userId = some(users[where]);
    const question = ask(where, tags, `${some(words)} (${asked.length})`, userId);
    const { site, id, title } = question;
    const could = fitting(where, tags, title);
    const voters = users[where].filter((voter) => voter !== userId);
    const fate = random.fraction();
    if (could.includes('scored') && fate < 0.7) {
      const reaches = now() + between(10 * minute, 20 * hour);
      later(reaches - 5 * minute, () => actions.vote({ site, postId: id, userId: voters[0]!, direction: 'up' }));
      later(reaches, () => {
        actions.vote({ site, postId: id, userId: voters[1]!, direction: 'up' });
        question.matches.set('scored', now());
      });
    } else if (could.includes('bounty') && fate < 0.7) {
      later(now() + between(hour, 40 * hour), () => {
        actions.bounty({ site, questionId: id, userId: here.userId, amount: 50 });
        question.matches.set('bounty', now());
      });
    } else if (could.includes('unanswered') && fate < 0.4) {
      actions.answer({ site, userId: voters[0]!, questionId: id, body: '<p>At once.</p>' });
      question.matches.delete('unanswered');
    } else if (could.includes('unanswered') && fate < 0.8) {
      later(now() + between(14 * hour, 20 * hour), () =>
        actions.answer({ site, userId: voters[0]!, questionId: id, body: '<p>Late.</p>' }),
      );
    } else if (fate < 0.2) {
      // Gone for some hours, and back with the same number.
      const goes = now() + between(12 * hour, 20 * hour);
      later(goes, () => actions.remove({ site, postId: id }));
      later(goes + between(2 * minute, 9 * hour), () => setTags(site, id, tags));
    } else if (fate < 0.35 && could.every(asksNow)) {
      later(now() + between(12 * hour, 20 * hour), () => {
        actions.remove({ site, postId: id });
        question.again = ask(where, tags, title, userId, true);
      });
    } else if (fate < 0.6 && could.length === 0 && where !== 'far') {
      // An edit that makes it what is watched for: no news, and not listed.
      later(now() + between(12 * hour, 30 * hour), () =>
        setTags(site, id, where === 'here' ? ['zz-lists'] : ['zz-maps']),
      );
    }
  }

  /** Somebody writes to the person, or votes on what they wrote. */
  function address(): void {
    const { site, questionId } = here;
    const userId = some(here.others);
    const what = random.fraction();
    if (what < 0.4) actions.answer({ site, userId, questionId, body: `<p>Answer ${now()}.</p>` });
    else if (what < 0.8) actions.comment({ site, userId, postId: questionId, body: `Comment ${now()}.` });
    else {
      const free = here.others.find(
        (userId) =>
          db
            .prepare('SELECT 1 FROM votes WHERE site_id = ? AND post_id = ? AND voter_id = ?')
            .get(numberOf(site), questionId, userId) === undefined,
      );
      if (free !== undefined) actions.vote({ site, userId: free, postId: questionId, direction: 'up' });
    }
  }

  for (let at = from + minute; at < to; at += (between(0.1, 1.9) * hour) / perHour) later(at, live);
  for (let at = from + 2 * minute; at < to; at += between(0.2, 3.8) * hour) later(at, address);

  const askInVain = (where: Place, tag: string, title: string) =>
    actions.ask({ site: sites[where], userId: some(users[where]), title, body: '<p>?</p>', tags: [tag] });

  return {
    sites,
    asked,
    /** Makes every tag known, before anybody watches. */
    prepare(): void {
      for (const where of places) for (const tag of vocabulary[where]) askInVain(where, tag, `Before: ${tag}`);
    },
    /** This many people at once ask what nobody watches for. */
    crowd(where: Place, count: number): void {
      const tag = where === 'far' ? 'zz-else' : 'zzz';
      for (let n = 0; n < count; n++) askInVain(where, tag, `Crowd ${n} of ${now()}`);
    },
    /** The next thing that somebody does, in ms since the epoch; Infinity when all is done. */
    nextAt: () => plan.reduce((least, { at }) => Math.min(least, at), Infinity),
    /** Does what is due. */
    act(): void {
      const due = plan.filter(({ at }) => at <= now()).toSorted((a, b) => a.at - b.at);
      for (const each of due) {
        plan.splice(plan.indexOf(each), 1);
        each.act();
      }
    },
  };
}
