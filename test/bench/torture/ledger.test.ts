import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, type Kept, type KeptNotice, type Shown } from '../../../bench/torture/ledger.ts';
import type { Produced } from '../../../bench/torture/people.ts';

/** A run in which each thing came to the history and was shown once. */
function perfectRun(): { produced: Produced; kept: Kept; shown: Shown[] } {
  const notices: KeptNotice[] = [
    {
      id: 1,
      state: 'shown',
      kind: 'inbox',
      title: '2 new inbox items',
      subjects: [1, 2].map((serial) => ({ kind: 'inbox', key: `k${serial}` })),
    },
    { id: 2, state: 'shown', kind: 'question', title: 'Why?', subjects: [question(7)] },
    { id: 3, state: 'merged', kind: 'reputation', title: '+1,010 reputation on Loops', subjects: [points] },
    { id: 4, state: 'merged', kind: 'inbox', title: 'How?', subjects: [{ kind: 'inbox', key: 'k3' }] },
    { id: 5, state: 'shown', kind: 'summary', title: 'News', subjects: [points, { kind: 'inbox', key: 'k3' }] },
    { id: 6, state: 'shown', kind: 'reputation', title: '\u22122 reputation on Loops', subjects: [points] },
  ];
  return {
    produced: {
      inbox: [1, 2, 3].map((serial) => ({ serial, what: '' })),
      questions: [{ site: 'loops', id: 7, title: 'Why?' }],
      points: { loops: 1008 },
    },
    kept: {
      inbox: [1, 2, 3].map((serial) => ({ key: `k${serial}`, serial })),
      questions: [{ siteId: 'loops', questionId: 7 }],
      points: { loops: 1008 },
      notices,
    },
    shown: notices.filter(({ state }) => state === 'shown').map(({ id, kind, title }) => ({ id, kind, title })),
  };
}

const question = (questionId: number) => ({ kind: 'question', siteId: 'loops', questionId });
const points = { kind: 'reputation', siteId: 'loops' };

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
      invented: [],
      claimedNotShown: 0,
      shown: 4,
    });
  });

  it.each<[string, Parameters<typeof comparedAfter>[0], 'lost' | 'twice' | 'invented', RegExp]>([
    ['an item that is not in the history', ({ kept }) => kept.inbox.splice(1, 1), 'lost', /No\. 2 is not in the h/],
    ['a question that is not listed', ({ kept }) => kept.questions.pop(), 'lost', /loops\/7 is not in the history/],
    ['an item that no notification tells', ({ kept }) => kept.notices[0]!.subjects.pop(), 'lost', /2 is not announced/],
    ['one that still waits', ({ kept }) => void (kept.notices[1]!.state = 'pending'), 'lost', /7 is not announced/],
    ['one that was given up', ({ kept }) => void (kept.notices[1]!.state = 'failed'), 'lost', /7 is not announced/],
    ['points that are not listed', ({ kept }) => void (kept.points['loops'] = 998), 'lost', /998 are in the history/],
    ['points that nobody announced', ({ kept }) => kept.notices.splice(2, 1), 'lost', /-2 are announced/],
    [
      'an item in two notifications',
      ({ kept }) => kept.notices[1]!.subjects.push({ kind: 'inbox', key: 'k1' }),
      'twice',
      /1 is announced 2/,
    ],
    [
      'an item that is listed twice',
      ({ kept }) => kept.inbox.push({ key: 'other', serial: 3 }),
      'twice',
      /3 is in the history 2/,
    ],
    ['a notification that was shown twice', ({ shown }) => shown.push(shown[0]!), 'twice', /1 was shown 2 times/],
    ['points that came twice', ({ kept }) => void (kept.points['loops'] = 1018), 'twice', /1018 are in the history/],
    [
      'an item that nobody made',
      ({ produced }) => produced.inbox.pop(),
      'invented',
      /3 is announced and was never made/,
    ],
    [
      'a notification without a trace',
      ({ shown }) => shown.push({ id: 9, kind: 'inbox', title: '?' }),
      'invented',
      /9/,
    ],
  ])('finds %s', (_what, change, list, why) => {
    expect(comparedAfter(change)[list].join('\n')).toMatch(why);
  });

  it('counts what was claimed and not shown, and takes it for announced', () => {
    const ledger = comparedAfter(({ shown }) => shown.shift());
    expect(ledger).toMatchObject({ lost: [], twice: [], invented: [], claimedNotShown: 1 });
  });

  it('finds any one thing that is taken out of any list or put in once more', () => {
    fc.assert(
      fc.property(fc.nat(), fc.boolean(), (which, takesOut) => {
        const ledger = comparedAfter(({ kept, shown }) => {
          const lists: unknown[][] = [kept.inbox, kept.questions, kept.notices[0]!.subjects, shown];
          const list = lists[which % lists.length]!;
          if (takesOut) list.splice(which % list.length, 1);
          else list.push(list[which % list.length]);
        });
        expect(ledger.lost.length + ledger.twice.length + ledger.claimedNotShown).toBeGreaterThan(0);
      }),
    );
  });
});
