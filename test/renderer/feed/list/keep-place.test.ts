import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { Grouping, InboxEntry } from '../../../../common/contract/contract.ts';
import { startOfDay } from '../../../../renderer/feed/list/groups.ts';
import { FeedRows } from '../../../../renderer/feed/list/feed-rows.ts';
import { firstSettledRow, scrollToKeep } from '../../../../renderer/feed/list/keep-place.ts';
import type { FeedRow } from '../../../../renderer/feed/list/threads.ts';
import { inboxOf } from '../../stage/fake-agent-data.ts';

/** Heights as the style sheet has them, in px. */
const [ROW, DAY, SITE, VIEW] = [56, 28, 24, 480];
const SITES = ['gardening', 'clockmaking', 'baking'].map((id) => ({ id, name: id }));
const NOON = Date.UTC(2026, 4, 6, 12);
const [model] = inboxOf(1);

const entryOf = (place: number, { site, question }: { site: number; question: number }): InboxEntry => ({
  ...model!,
  key: `item-${place}`,
  place,
  site: SITES[site]!,
  question: `question-${question}`,
  unread: true,
  // Three hours apart: several days, whatever the time zone.
  listedAt: new Date(NOON + place * 10_800_000),
});

/** Where each row ends, in px from the beginning of the list, and how high the list is. */
function layOut(rows: readonly FeedRow[]): { ends: Map<number, number>; height: number } {
  let height = 0;
  const ends = new Map<number, number>();
  for (const { row, group, site, isNewer } of rows) {
    height += ROW + (group || isNewer ? DAY : 0) + (site ? SITE : 0);
    ends.set(row, height);
  }
  return { ends, height };
}

/** What can happen to a list while somebody looks at it; numbers choose the item it happens to. */
type Change =
  | { what: 'arrives'; site: number; question: number }
  | { what: 'is read' | 'is muted' | 'goes' | 'is folded or unfolded'; which: number };

const facts = { site: fc.nat(SITES.length - 1), question: fc.nat(9) };
const change = fc.oneof(
  fc.record({ what: fc.constant('arrives' as const), ...facts }),
  fc.record({
    what: fc.constantFrom('is read' as const, 'is muted' as const, 'goes' as const, 'is folded or unfolded' as const),
    which: fc.nat(1000),
  }),
);

/** A list before somebody's eyes, as the window holds it: what comes in stands above what had its place. */
class Looked {
  readonly #feed = new FeedRows();
  readonly #order: Grouping;
  readonly #settled: number;
  #newest: number;
  #entries: readonly InboxEntry[];
  #unfolded: ReadonlySet<string> = new Set();
  rows: readonly FeedRow[] = [];

  constructor(entries: readonly InboxEntry[], order: Grouping) {
    this.#entries = entries;
    this.#order = order;
    this.#settled = entries[0]!.place;
    this.#newest = this.#settled;
    this.#update();
  }

  #update(): void {
    this.rows = this.#feed.update(this.#entries, {
      order: this.#order,
      settled: this.#settled,
      unfolded: this.#unfolded,
      today: startOfDay(this.#entries[0]!.listedAt.getTime()),
    });
  }

  /** How far it can be scrolled, in px: also a short list so far that nothing has to move for what is above. */
  get range(): number {
    const { ends, height } = layOut(this.rows);
    const first = firstSettledRow(this.rows, this.#settled);
    const above = first === 0 ? 0 : ends.get(this.rows[first - 1]!.row)!;
    return Math.max(height, VIEW + above) - VIEW;
  }

  /** Whether a row has its place in the order. */
  isSettled(wanted: number): boolean {
    return this.rows.some(({ row, entry }) => row === wanted && entry.place <= this.#settled);
  }

  apply(happened: Change): void {
    if (happened.what === 'arrives') this.#entries = [entryOf(++this.#newest, happened), ...this.#entries];
    else if (happened.what === 'is folded or unfolded') {
      const key = this.rows[happened.which % this.rows.length]!.entry.key;
      const unfolded = new Set(this.#unfolded);
      if (!unfolded.delete(key)) unfolded.add(key);
      this.#unfolded = unfolded;
    } else {
      const at = happened.which % this.#entries.length;
      const { what } = happened;
      if (what === 'goes' && this.#entries.length === 1) return;
      this.#entries = this.#entries.flatMap((entry, index) => {
        if (index !== at) return [entry];
        if (what === 'goes') return [];
        return [what === 'is read' ? { ...entry, unread: false } : { ...entry, muted: !entry.muted }];
      });
    }
    this.#update();
  }
}

describe('a row that is looked at', () => {
  for (const order of ['time', 'site', 'question'] as const) {
    it.prop([
      fc.array(fc.record(facts), { minLength: 1, maxLength: 60 }),
      fc.nat(5000),
      fc.nat(VIEW),
      fc.array(change, { minLength: 1, maxLength: 12 }),
    ])(
      `stays where it is on the screen, whatever arrives, is read, muted, folded or gone: by ${order}`,
      (items, far, pointer, changes) => {
        const list = new Looked(
          items.map((item, index) => entryOf(items.length - index, item)),
          order,
        );
        let scrolled = far % (list.range + 1);
        for (const happened of changes) {
          const { ends: before, height } = layOut(list.rows);
          const inSight = list.rows.map(({ row }) => row).filter((row) => before.get(row)! > scrolled);
          const under = inSight.find((row) => before.get(row)! > scrolled + pointer) ?? inSight.at(-1)!;
          const isSettled = list.isSettled(under);
          list.apply(happened);
          const { ends: after, height: heightAfter } = layOut(list.rows);
          const wanted = [under, ...inSight];
          const to = scrollToKeep(wanted, before, (row) => after.get(row), scrolled);
          // As the browser does: not further than the list is long.
          const reached = Math.min(to, list.range);
          // Where it goes, the next one in sight has its place; where all go, nothing moves.
          expect(scrollToKeep([], before, (row) => after.get(row), scrolled)).toBe(scrolled);
          const anchor = wanted.find((row) => after.has(row));
          if (anchor !== undefined) {
            const exact = scrolled + after.get(anchor)! - before.get(anchor)!;
            expect(reached).toBe(Math.min(Math.max(0, exact), list.range));
            // Whatever arrives, there is room above what has its place, unless items below fold into its thread.
            const below = heightAfter - after.get(anchor)! - (height - before.get(anchor)!);
            const isKept = ['arrives', 'is read', 'is muted'].includes(happened.what) && below >= 0;
            if (isKept && list.isSettled(anchor))
              expect(after.get(anchor)! - reached).toBe(before.get(anchor)! - scrolled);
            // What came in meanwhile may fold into a thread with what comes next.
            if (happened.what === 'arrives' && isSettled) expect(anchor).toBe(under);
          }
          scrolled = reached;
        }
      },
    );
  }
});
