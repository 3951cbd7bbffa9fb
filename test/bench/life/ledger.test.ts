import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { compare, wrongIn, type Kept, type KeptNotification, type Shown } from '../../../bench/life/ledger.ts';
import type { Change, Produced } from '../../../bench/life/people.ts';

/** A run in which each thing came to the history and was shown once. */
function perfectRun(): { produced: Produced; kept: Kept; shown: Shown[] } {
  const notices: KeptNotification[] = [
    { id: 1, state: 'shown', kind: 'inbox', title: '2 new inbox items', subjects: [item('k1'), item('k2')] },
    { id: 2, state: 'shown', kind: 'question', title: 'Why?', subjects: [question(7)] },
    { id: 3, state: 'merged', kind: 'reputation', title: '+1,010 reputation on Loops', subjects: [gained] },
    { id: 4, state: 'merged', kind: 'inbox', title: 'How?', subjects: [item('k3')] },
    { id: 5, state: 'shown', kind: 'summary', title: 'News', subjects: [gained, item('k3')] },
    { id: 6, state: 'shown', kind: 'reputation', title: '\u22122 reputation on Loops', subjects: [points(-2, 'c')] },
  ];
  return {
    produced: {
      inbox: [1, 2, 3].map((serial) => ({ serial, key: `k${serial}` })),
      questions: [{ site: 'loops', id: 7, title: 'Why?' }],
      changes: changes(),
    },
    kept: {
      inbox: [1, 2, 3].map((serial) => ({ key: `k${serial}`, serial })),
      questions: [{ siteId: 'loops', questionId: 7 }],
      changes: changes(),
      notices,
      unfinished: new Set(),
    },
    shown: notices.filter(({ state }) => state === 'shown').map(({ id, kind, title }) => ({ id, kind, title })),
  };
}

/** +10 and +1000 on one post, −2 on another. */
const changes = (): Change[] => [
  { site: 'loops', post: 3, at: 100, change: 10 },
  { site: 'loops', post: 3, at: 160, change: 1000 },
  { site: 'loops', post: 4, at: 200, change: -2 },
];

const item = (key: string) => ({ kind: 'inbox', key });
const question = (questionId: number) => ({ kind: 'question', siteId: 'loops', questionId });
const bare = (change: number): Change => ({ site: 'loops', post: undefined, at: 300, change });
const points = (change: number, ...keys: string[]) => ({ kind: 'reputation', siteId: 'loops', change, keys });
const gained = points(1010, 'a', 'b');

const comparedAfter = (change: (run: ReturnType<typeof perfectRun>) => void) => {
  const run = perfectRun();
  change(run);
  return compare(run.produced, run.kept, run.shown);
};

describe('the comparison of what was produced with what was told', () => {
  it('finds nothing where each thing came once', () => {
    expect(comparedAfter(() => undefined)).toEqual({
      lost: [],
      twice: [],
      shownTwice: [],
      invented: [],
      neverShown: [],
      claimedNotShown: 0,
      shown: 4,
    });
  });

  it('knows an item by its key where a bad night spoilt its text', () => {
    const ledger = comparedAfter(({ kept }) => void (kept.inbox[0]!.serial = undefined));
    expect(wrongIn(ledger)).toEqual([]);
  });

  it('takes points that were folded into another notification for told once', () => {
    const ledger = comparedAfter(({ kept, shown }) => {
      const folded = { id: 7, kind: 'reputation', title: '+1,008 reputation on Loops' };
      kept.notices[5]!.state = 'merged';
      kept.notices[4] = { ...kept.notices[4]!, kind: 'inbox', subjects: [item('k3')] };
      kept.notices.push({ ...folded, state: 'shown', subjects: [points(1008, 'a', 'b', 'c')] });
      Object.assign(
        shown.find(({ id }) => id === 6)!,
        folded,
      );
    });
    expect(wrongIn(ledger)).toEqual([]);
  });

  it.each<[string, Parameters<typeof comparedAfter>[0], 'lost' | 'twice' | 'invented', RegExp]>([
    ['one that still waits', ({ kept }) => void (kept.notices[1]!.state = 'pending'), 'lost', /7 is not announced/],
    ['one that was given up', ({ kept }) => void (kept.notices[1]!.state = 'failed'), 'lost', /7 is not announced/],
    ['points that are not listed', ({ kept }) => kept.changes.shift(), 'lost', /10 points for post 3 .* 0 are in/],
    ['points of which no summary told', ({ kept }) => kept.notices[4]!.subjects.shift(), 'lost', /-2 are announced/],
    ['points that nobody announced', ({ kept }) => kept.notices.splice(4, 1), 'lost', /-2 are announced/],
    [
      'points that two notifications tell',
      ({ kept }) => void (kept.notices[2]!.state = 'shown'),
      'twice',
      /change a on loops is announced 2 times/,
    ],
    [
      'points of which a title tells others',
      ({ kept, shown }) => {
        kept.notices[5]!.title = '+2 reputation on Loops';
        shown.find(({ id }) => id === 6)!.title = '+2 reputation on Loops';
      },
      'invented',
      /6 "\+2 reputation on Loops" stands for -2 points/,
    ],
    ['points that came twice', ({ kept }) => kept.changes.push(changes()[0]!), 'twice', /20 are in the history/],
    [
      'points of which one came twice and another not at all',
      ({ kept, produced }) => {
        produced.changes[1]!.change = 10;
        kept.changes[1] = kept.changes[0]!;
      },
      'lost',
      /at 160, 0 are in the history/,
    ],
    [
      'points that cancel out and are not listed',
      ({ produced }) => produced.changes.push(...[-2, 2].map((change) => ({ site: 'loops', post: 5, at: 9, change }))),
      'lost',
      /-2 points for post 5/,
    ],
    [
      'points that cancel out and are announced twice',
      ({ kept }) =>
        kept.notices.push(
          ...[2, -2].map((change) => ({
            ...kept.notices[5]!,
            id: 20 + change,
            title: `${change > 0 ? '+' : '\u2212'}2 reputation on Loops`,
            subjects: [points(change, `again ${change}`)],
          })),
        ),
      'twice',
      /5 changes of reputation are announced, of 3/,
    ],
    ['points without a cause', ({ kept }) => kept.changes.push(bare(7)), 'twice', /7 points on loops have no cause/],
    ['points elsewhere', ({ kept }) => kept.changes.push({ ...changes()[0]!, site: 'else' }), 'invented', /on else/],
    ['an item that nobody made', ({ produced }) => produced.inbox.pop(), 'invented', /3 is announced .* never made/],
    ['a notification without trace', ({ shown }) => shown.push({ id: 9, kind: 'inbox', title: '?' }), 'invented', /9/],
  ])('finds %s', (_what, change, list, why) => expect(comparedAfter(change)[list].join('\n')).toMatch(why));

  it('takes points that only the total told of for those that are missing', () => {
    const ledger = comparedAfter(({ kept }) => {
      kept.changes.splice(0, 2, bare(1010));
      const [told] = kept.notices[4]!.subjects;
      told!.keys = ['a'];
    });
    expect(wrongIn(ledger)).toEqual([]);
  });

  // A list is one page (docs/api.md, "Paging"): of what a hundred later ones have pushed off it only the total tells.
  it('does so for one of several losses on a post, too, and not where something else is missing or too much', () => {
    const loss = (at: number): Change => ({ site: 'loops', post: 4, at, change: -2 });
    const afterAbsence = (...found: Change[]) =>
      comparedAfter(({ produced, kept }) => {
        produced.changes.push(loss(300), { ...loss(320), post: 5, change: 10 });
        const [ten, thousand] = changes();
        kept.changes = [ten!, thousand!, ...found];
      });
    const compared = ({ lost, twice }: ReturnType<typeof compare>) =>
      [...lost, ...twice].filter((line) => /history|cause/.test(line));
    expect(compared(afterAbsence(loss(200), bare(8)))).toEqual([]);
    expect(compared(afterAbsence(loss(200), bare(10)))).not.toEqual([]);
    expect(compared(afterAbsence(loss(200), loss(300), loss(300), bare(12)))).not.toEqual([]);
  });

  it('counts what was claimed and not shown where a kill followed the claim, and takes it for announced', () => {
    const ledger = comparedAfter(({ kept, shown }) => {
      shown.shift();
      kept.unfinished = new Set([1]);
    });
    expect(ledger).toMatchObject({ lost: [], twice: [], invented: [], neverShown: [], claimedNotShown: 1 });
    expect(wrongIn(ledger)).toEqual([]);
  });

  it('finds what was claimed and not shown where no kill explains it, and all of it where nothing is shown', () => {
    const one = comparedAfter(({ shown }) => shown.shift());
    expect(one.neverShown).toEqual([expect.stringMatching(/notification 1 .* never shown/)]);
    const none = comparedAfter(({ kept, shown }) => {
      shown.splice(0);
      kept.unfinished = new Set([1, 2]);
    });
    expect(wrongIn(none)).toHaveLength(2);
  });

  it.prop([fc.nat(), fc.boolean()])(
    'finds as lost what is taken out of any list, and as twice what is put in once more',
    (which, takesOut) => {
      const ledger = comparedAfter(({ kept, shown }) => {
        const lists: unknown[][] = [kept.inbox, kept.questions, kept.notices[0]!.subjects, shown];
        const list = lists[which % lists.length]!;
        if (takesOut) list.splice(which % list.length, 1);
        else list.push(list[which % list.length]);
      });
      const { lost, neverShown, twice, shownTwice } = ledger;
      expect((takesOut ? [lost, neverShown] : [twice, shownTwice]).flat()).not.toEqual([]);
    },
  );
});
