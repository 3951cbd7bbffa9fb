import { fc, it } from '@fast-check/vitest';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { ReputationRange } from '../../../../common/contract/contract.ts';
import { newChangesOf } from '../../../../electron/agent/sources/reputation/reputation-backfill.ts';
import { recordAccounts } from '../../../../electron/agent/sources/reputation/record-changes.ts';
import {
  changesByPost,
  reputationSeries,
  siteChanges,
  type SiteChanges,
} from '../../../../electron/agent/library/reputation.ts';
import { localDay } from '../../../../electron/base/clock.ts';
import type { StoredReputationEvent, PastChange } from '../../../../electron/store/reputation.ts';
import { seriesRows } from '../../../../renderer/reputation/chart/series-table.ts';
import { openProfile } from '../../../support/profile.ts';

const day = 24 * 3600_000;
/** How many days a curve has; `all` of a new account is a week. */
const DAYS: Record<ReputationRange, number> = { '7-days': 7, '30-days': 30, year: 365, all: 7 };
const ranges = Object.keys(DAYS) as ReputationRange[];
const anyTime = fc.integer({ min: Date.UTC(2010, 0), max: Date.UTC(2035, 0) });
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const sumOf = (changes: { change: number }[]) => sum(changes.map(({ change }) => change));

/** A site of which everything is known, unless since a moment only. */
const siteOf = (reputation: number, changes: PastChange[] = [], knownSince = -Infinity): SiteChanges => {
  return { reputation, changes, knownSince };
};
/** A curve as the window is told it. */
const asTold = ({ begins, months, ...series }: ReturnType<typeof reputationSeries>) => ({
  ...series,
  begins: begins.map((begin) => new Date(begin)),
  ...(months && { months: { ...months, begins: months.begins.map((begin) => new Date(begin)) } }),
  knownSince: undefined,
});

/** Changes at any time in the last years, the oldest first. */
const changesUntil = (now: number) => {
  const onDate = fc.integer({ min: now - 1500 * day, max: now });
  const change = fc.record({ onDate, change: fc.integer({ min: -500, max: 500 }) });
  return fc.array(change, { maxLength: 60 }).map((changes) => changes.toSorted((a, b) => a.onDate - b.onDate));
};

const ZONES = ['UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Pacific/Auckland', 'Asia/Kolkata'];
describe.each(ZONES)('a curve of reputation in %s', (zone) => {
  const before = process.env['TZ'];
  beforeAll(() => void (process.env['TZ'] = zone));
  afterAll(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });

  it.prop([anyTime, fc.constantFrom(...ranges), fc.infiniteStream(fc.nat(100_000)), fc.nat(3), fc.gen()], {
    numRuns: 60,
  })(
    'adds up: each value is what the network says less what came later, and nobody had less than one',
    (now, range, totals, more, gen) => {
      const since = () => fc.constantFrom(-Infinity, now - 40 * day, now - 3600_000);
      const sites = Array.from({ length: more + 1 }, () =>
        siteOf(totals.next().value as number, gen(changesUntil, now), gen(since)),
      );
      const series = reputationSeries(sites, range, now);
      expect([...series.values, ...series.changes, ...series.begins].every(Number.isSafeInteger)).toBe(true);
      expect(series.values.at(-1)).toBe(sum(sites.map(({ reputation }) => reputation)));
      for (const [at, value] of series.values.entries()) {
        const ofSites = sites.map(({ reputation, changes }) => {
          const later = changes.filter(({ onDate }) => onDate >= (series.begins[at + 1] ?? Infinity));
          return Math.max(Math.min(1, reputation), reputation - sumOf(later));
        });
        expect(value).toBe(sum(ofSites));
      }
      const shown = sites.flatMap(({ changes }) => changes.filter(({ onDate }) => onDate >= series.begins[0]!));
      expect(sum(series.changes)).toBe(sumOf(shown));
      // The table says the same as the points.
      const rows = seriesRows(asTold(series));
      expect(sumOf(rows)).toBe(sum(series.changes));
      expect(rows[0]!.value).toBe(series.values.at(-1));
    },
  );

  it('tells each month what its days brought, also where the curve is drawn in weeks', () => {
    const long = fc.constantFrom<ReputationRange>('year', 'all');
    fc.assert(
      fc.property(anyTime, long, fc.nat(3000), fc.gen(), (now, range, age, gen) => {
        const first = localDay(now, -age);
        const later = gen(changesUntil, now).filter(({ onDate }) => onDate >= first);
        const changes = [{ onDate: first, change: 1 }, ...later];
        const series = reputationSeries([siteOf(5000, changes)], range, now);
        if (!series.months) return;
        const rows = seriesRows(asTold(series));
        for (const { begins, change, of } of rows) {
          expect(of).toBe('month');
          const next = new Date(begins.getFullYear(), begins.getMonth() + 1).getTime();
          expect(change).toBe(sumOf(changes.filter(({ onDate }) => onDate >= begins.getTime() && onDate < next)));
        }
        for (const { begins } of rows.slice(0, -1)) expect(begins.getDate()).toBe(1);
        const months = new Set(rows.map(({ begins }) => `${begins.getFullYear()}-${begins.getMonth()}`));
        expect(rows.length).toBe(months.size);
      }),
      { numRuns: 40 },
    );
    const first = { onDate: Date.UTC(2020, 0, 15), change: 1 };
    const old = reputationSeries([siteOf(1, [first])], 'all', Date.UTC(2026, 0, 15));
    expect(old.step).toBe('week');
    expect(old.months?.begins).toHaveLength(73);
  });

  it.prop([anyTime, fc.constantFrom(...ranges)], { numRuns: 60 })(
    'has its days begin at local midnight, one after the other until today, whatever the clocks do',
    (now, range) => {
      const { begins, step } = reputationSeries([siteOf(1)], range, now);
      expect(step).toBe('day');
      expect(begins).toHaveLength(DAYS[range]);
      for (const [at, begin] of begins.entries()) {
        expect(begin).toBe(localDay(begin));
        if (at > 0) expect(begin).toBe(localDay(begins[at - 1]!, 1));
      }
      expect(begins.at(-1)).toBe(localDay(now));
    },
  );

  it('puts a change in the local day on which it came', () => {
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone.replace('Calcutta', 'Kolkata')).toBe(zone);
    const now = new Date(2026, 2, 30, 12).getTime();
    const lastMinute = new Date(2026, 2, 29, 23, 59).getTime();
    const midnight = new Date(2026, 2, 30, 0, 0).getTime();
    const came = [
      { onDate: lastMinute, change: 10 },
      { onDate: midnight, change: -2 },
    ];
    const { changes, values } = reputationSeries([siteOf(100, came)], '7-days', now);
    expect(changes.slice(-3)).toEqual([0, 10, -2]);
    expect(values.slice(-3)).toEqual([92, 102, 100]);
  });
});

const now = new Date(2026, 10, 20, 14).getTime();

it('a curve of reputation begins where everything of every site is known, and says so', () => {
  const since = now - 3 * day;
  const whole = siteOf(50, [{ onDate: now - 10 * day, change: 5 }]);
  const sites = [whole, siteOf(20, [{ onDate: now - day, change: 10 }], since)];
  const series = reputationSeries(sites, '30-days', now);
  expect(series.begins[0]).toBe(localDay(since));
  expect(series.knownSince).toBe(since);
  expect(reputationSeries([whole], '30-days', now).knownSince).toBeUndefined();
});

it('a curve of reputation ends with changes that the total does not hold yet, and holds none twice', () => {
  const { profile } = openProfile();
  const saidAt = now - 3600_000;
  recordAccounts(profile, [{ site: loops, userId: 5, reputation: 100, saidAt }]);
  const change = (key: string, onDate: number) => ({ key, site: loops, change: 10, onDate });
  profile.reputation.add([change('before', saidAt - 600_000), change('later', now - 600_000)], now);
  const [account] = profile.reputation.accounts();
  const { values } = reputationSeries([siteChanges(profile, account!, 0, now)], 'all', now);
  expect([account!.reputation, values.at(-1)]).toEqual([100, 110]);
});

it('a curve of reputation has a point for each week where days would be too many, and still adds up', () => {
  const changes = Array.from({ length: 3000 }, (_, index) => ({ onDate: now - (3000 - index) * day, change: 1 }));
  const series = reputationSeries([siteOf(3001, changes)], 'all', now);
  expect(series.step).toBe('week');
  expect(series.begins.length).toBeLessThan(440);
  expect(sum(series.changes)).toBe(3000);
  expect(series.values[0]! - series.changes[0]!).toBe(1);
  expect(series.begins.slice(1).every((begin) => new Date(begin).getDay() === 1)).toBe(true);
});

const change = fc.record({
  onDate: fc.integer({ min: 0, max: 30 }),
  change: fc.constantFrom(10, -2, 15, 0),
  kind: fc.constantFrom('post_upvoted', 'post_downvoted'),
  postId: fc.integer({ min: 1, max: 3 }),
});

it.prop([
  fc.uniqueArray(change, { selector: (item) => JSON.stringify(item), maxLength: 60 }),
  fc.infiniteStream(fc.nat(2)),
  fc.integer({ min: 3, max: 10 }),
])(
  'reading a history page by page takes each change once but those of nothing, although new ones push the old on from page to page',
  (unsorted, arrivals, size) => {
    const list = unsorted.toSorted((a, b) => b.onDate - a.onDate);
    const kept: PastChange[] = [];
    let back = Number.MAX_SAFE_INTEGER;
    let all: PastChange[] = list;
    for (let page = 1; ; page++) {
      const items = all.slice((page - 1) * size, page * size);
      const keptOfDay = kept.filter(({ onDate }) => onDate === back);
      kept.push(...newChangesOf(items, back, keptOfDay));
      back = Math.min(back, items.at(-1)?.onDate ?? back);
      if (items.length < size) break;
      // Fewer than a page holds, or reading might never come to the end.
      const more = arrivals.next().value as number;
      const arrived = Array.from({ length: more }, (_, index) => {
        const onDate = 1000 + page * 10 + index;
        return { onDate, change: 10, kind: 'post_upvoted', postId: 9 };
      });
      all = [...arrived.toReversed(), ...all];
    }
    expect(kept.filter(({ onDate }) => onDate < 1000)).toEqual(list.filter(({ change }) => change !== 0));
  },
);

const loops = { id: 's', name: 'S' };
const events = (...all: Pick<StoredReputationEvent, 'change' | 'voteType'>[]): StoredReputationEvent[] =>
  all.map(({ change, voteType = 'accepts' }, id) => {
    return { id, key: String(id), site: loops, postId: 7, onDate: 1000 + id, change, voteType };
  });

it('today’s changes by post leave out what was taken back, such as an acceptance, and keep what remains', () => {
  expect(changesByPost(events({ change: 2 }, { change: -2 }))).toEqual([]);
  const [post] = changesByPost(events({ change: 2 }, { change: -2 }, { change: 2 }));
  expect(post).toMatchObject({ change: 2, kinds: [{ voteType: 'accepts', times: 1, change: 2 }] });
  const upvote = { change: 10, voteType: 'up_votes' };
  const [voted] = changesByPost(events(upvote, upvote, { change: 2 }, { change: -2 }));
  expect(voted).toMatchObject({ change: 20, kinds: [{ voteType: 'up_votes', times: 2, change: 20 }] });
});

it('today’s changes by post count what brought nothing, such as upvotes past a day’s limit, and different changes for themselves', () => {
  expect(changesByPost(events({ change: 0 }, { change: 0 }))[0]?.kinds).toMatchObject([{ times: 2, change: 0 }]);
  expect(changesByPost(events({ change: 10 }, { change: -2 }))[0]?.kinds).toMatchObject([{ times: 2, change: 8 }]);
});
