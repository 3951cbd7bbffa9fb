/**
 * The search of the inbox: what a filter leaves as pages, and how many items each choice of a filter would leave.
 */
import type { Database } from '../database/database.ts';
import {
  inboxCells,
  inboxTags,
  isInCell,
  isOfMutedWatches,
  listedStates,
  mutedCells,
  STATES,
  sumOf,
  type InboxCell,
} from './inbox-counts.ts';
import { INBOX_COLUMNS, inboxColumnsOf, placeOf, toItem, type InboxRow, type StoredInboxItem } from './inbox-row.ts';
import { listOf } from '../json-column.ts';
import { FOUND_COLUMNS, MATCH_START, matchedText, type MatchedText } from './matched-text.ts';
import { InboxSelections, isSearch, type Selection } from './inbox-selection.ts';
import type { InboxFilter, InboxOwners } from './inbox-row.ts';

export interface FoundItem extends StoredInboxItem {
  /** The title and the excerpt, or the part of the body that was found; absent without a search. */
  found?: { title: MatchedText; excerpt: MatchedText } | undefined;
}

/** How many items a choice of a filter would leave, with all other filters as they are. */
export interface Choice {
  value: string;
  name: string;
  iconUrl?: string | undefined;
  count: number;
}

export interface InboxCounts {
  total: number;
  unread: number;
  snoozed: number;
  sites: Choice[];
  kinds: Choice[];
  tags: Choice[];
}

const MAX_TAGS = 200;
/** How many of a search's matches are counted: the newest, because typing must stay quick. */
const MAX_COUNTED = 5000;
/** How many items of one day are put on a page at most. */
const MAX_ITEMS_PER_DAY = 500;

type FoundRow = InboxRow & { found_title?: string; found_excerpt?: string; found_body?: string };

/** The inbox of some profiles as one list: filtered, searched and counted. */
export class InboxSearch {
  readonly #db: Database;
  readonly #owners: InboxOwners;
  readonly #selections: InboxSelections;

  constructor(db: Database, owners: InboxOwners) {
    this.#db = db;
    this.#owners = owners;
    this.#selections = new InboxSelections(db, owners);
  }

  /**
   * Newest first, from below a place on. Without a search a page ends with a day, so that a day's items can be put in
   * groups that no later page changes; of what is above a place there is no rest of a day.
   */
  list(
    filter: InboxFilter,
    limit: number,
    before = Number.MAX_SAFE_INTEGER,
    after?: number,
  ): { items: FoundItem[]; hasMore: boolean } {
    const items = this.#page(filter, before, after === undefined ? 0 : after + 1, limit + 1);
    if (items.length <= limit) return { items, hasMore: false };
    if (isSearch(filter) || after !== undefined) return { items: items.slice(0, limit), hasMore: true };
    const last = items.at(-1)!;
    const restOfDay = this.#page(filter, last.place, placeOf(startOfDay(last.listedAt)), MAX_ITEMS_PER_DAY);
    const all = [...items, ...restOfDay];
    const hasMore = restOfDay.length === MAX_ITEMS_PER_DAY || this.#page(filter, all.at(-1)!.place, 0, 1).length > 0;
    return { items: all, hasMore };
  }

  /** How many there are for each choice of each filter, while the others stay as they are. */
  counts(filter: InboxFilter): InboxCounts {
    const { cells, snoozed, tags } = isSearch(filter) ? this.#searched(filter) : this.#kept(filter);
    const isSite = (cell: { site: string }) => filter.site === undefined || cell.site === filter.site;
    const isKind = (cell: { kind: string }) => filter.kind === undefined || cell.kind === filter.kind;
    const shown = cells.filter((cell) => isSite(cell) && isKind(cell));
    return {
      total: shown.reduce((sum, { n }) => sum + n, 0),
      unread: shown.reduce((sum, { unread }) => sum + unread, 0),
      snoozed,
      sites: sumBy(cells.filter(isKind), 'site').map(([site, n]) => this.#siteChoice(site, n)),
      kinds: sumBy(cells.filter(isSite), 'kind').map(([kind, n]) => ({ value: kind, name: kind, count: n })),
      tags: tags.map(({ tag, n }) => ({ value: tag, name: tag, count: n })),
    };
  }

  /** At most `limit` of what counts as unread of what a filter leaves, the newest first, from below a place on. */
  unread(filter: InboxFilter, limit: number, before = Number.MAX_SAFE_INTEGER): StoredInboxItem[] {
    return this.#page({ ...filter, unread: true, snoozed: false }, before, 0, limit);
  }

  /** At most `limit` items between two places, the newest first; `before` is left out, `after` is not. */
  #page(filter: InboxFilter, before: number, after: number, limit: number): FoundItem[] {
    const selections = this.#selections.of(filter);
    const ids = selections
      .flatMap(({ from, id, where, values }) =>
        this.#db.all<{ id: number }>(
          `SELECT ${id} AS id FROM ${from} WHERE ${where} AND ${id} < ? AND ${id} >= ? ORDER BY ${id} DESC LIMIT ?`,
          ...values,
          before,
          after,
          limit,
        ),
      )
      .map((row) => row.id)
      .toSorted((a, b) => b - a)
      .slice(0, limit);
    if (selections[0]?.isMatch === true) return this.#marked(selections[0], ids);
    return this.#db
      .all<FoundRow>(
        `SELECT ${INBOX_COLUMNS} FROM inbox_items WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id DESC`,
        JSON.stringify(ids),
      )
      .map(toFoundItem);
  }

  /** Items that a search found, with its matches marked. */
  #marked({ from, where, values }: Selection, ids: readonly number[]): FoundItem[] {
    if (ids.length === 0) return [];
    const sql = `SELECT ${inboxColumnsOf('i')}${FOUND_COLUMNS} FROM ${from}
      WHERE ${where} AND f.rowid BETWEEN ? AND ? ORDER BY f.rowid DESC`;
    return this.#db.all<FoundRow>(sql, ...values, ids.at(-1)!, ids[0]!).map(toFoundItem);
  }

  /** From the counts that are kept; what is muted is told apart among what is unread. */
  #kept(filter: InboxFilter): Counted {
    const { profileIds, mutedWatches } = this.#owners;
    const { site, kind, ...rest } = filter;
    const all = inboxCells(this.#db, profileIds, filter.tag).filter((cell) => isInCell(cell, rest));
    const hasTag = (tags: string) => filter.tag === undefined || listOf(tags).includes(filter.tag);
    const muted = mutedCells(this.#db, this.#owners).filter(({ tags }) => hasTag(tags));
    const states: readonly number[] = listedStates(filter);
    const counted = [
      ...all.filter((cell) => cell.state === STATES.unread && !isOfMutedWatches(cell, mutedWatches)),
      ...muted.filter((cell) => isInCell(cell, rest)).map((cell) => ({ ...cell, n: -cell.n })),
    ];
    const listed = filter.unread === true ? counted : all.filter(({ state }) => states.includes(state));
    return {
      cells: bySiteAndKind(listed, states.includes(STATES.unread) ? counted : []),
      snoozed: sumOf(all.filter((cell) => cell.state === STATES.snoozed && isInCell(cell, { site, kind }))),
      tags: inboxTags(this.#db, this.#owners, { ...filter, tag: undefined }, MAX_TAGS),
    };
  }

  /** Counted one by one among the newest that a search found. */
  #searched(filter: InboxFilter): Counted {
    const { counted } = this.#selections;
    const [anySite] = this.#selections.of({ ...filter, site: undefined, kind: undefined });
    const [snoozed] = this.#selections.of({ ...filter, unread: false, snoozed: true });
    const [anyTag] = this.#selections.of({ ...filter, tag: undefined });
    return {
      cells: anySite
        ? this.#db.all<Cell>(
            `SELECT site, kind, count(*) AS n, sum(unread) AS unread FROM ${newestOf(
              anySite,
              `i.site_id AS site, i.item_type AS kind, ${counted.sql} AS unread`,
            )} GROUP BY site, kind`,
            ...counted.values,
            ...anySite.values,
          )
        : [],
      snoozed: snoozed
        ? this.#db.get<{ n: number }>(`SELECT count(*) AS n FROM ${newestOf(snoozed, '1')}`, ...snoozed.values)!.n
        : 0,
      tags: anyTag
        ? this.#db.all<TagCount>(
            `SELECT t.value AS tag, count(*) AS n FROM ${newestOf(anyTag, 'i.tags AS tags')} m, json_each(m.tags) t
             GROUP BY t.value ORDER BY n DESC, t.value LIMIT ${MAX_TAGS}`,
            ...anyTag.values,
          )
        : [],
    };
  }

  /** A site as a choice, by the name it had last. */
  #siteChoice(siteId: string, count: number): Choice {
    const newest = (filter: InboxFilter) => this.#page({ site: siteId, ...filter }, Number.MAX_SAFE_INTEGER, 0, 1)[0];
    const { name, iconUrl } = (newest({}) ?? newest({ snoozed: true }))?.site ?? { name: siteId };
    return { value: siteId, name, iconUrl, count };
  }
}

/** The items of one site and kind that a filter leaves; `unread`: those of them that count as unread. */
interface Cell {
  site: string;
  kind: string;
  n: number;
  unread: number;
}

interface TagCount {
  tag: string;
  n: number;
}

/** What the choices of filters are counted from; `cells` of every site and kind. */
interface Counted {
  cells: Cell[];
  snoozed: number;
  tags: TagCount[];
}

/** The newest items of a search, as a subquery. */
const newestOf = ({ from, id, where }: Selection, columns: string): string =>
  `(SELECT ${columns} FROM ${from} WHERE ${where} ORDER BY ${id} DESC LIMIT ${MAX_COUNTED})`;

/** Cells added up by site and kind. */
function bySiteAndKind(listed: readonly InboxCell[], counted: readonly InboxCell[]): Cell[] {
  const sums = new Map<string, Cell>();
  const cellOf = ({ site, kind }: InboxCell): Cell => {
    const name = JSON.stringify([site, kind]);
    const cell = sums.get(name) ?? { site, kind, n: 0, unread: 0 };
    sums.set(name, cell);
    return cell;
  };
  for (const cell of listed) cellOf(cell).n += cell.n;
  for (const cell of counted) cellOf(cell).unread += cell.n;
  return [...sums.values()].filter(({ n }) => n > 0);
}

/** Where only the body was found, its excerpt shows the place instead of the item's own. */
function toFoundItem(row: FoundRow): FoundItem {
  if (row.found_title === undefined) return toItem(row);
  const isInBody = row.found_excerpt?.includes(MATCH_START) !== true && row.found_body?.includes(MATCH_START) === true;
  return {
    ...toItem(row),
    found: {
      title: matchedText(row.found_title),
      excerpt: matchedText((isInBody ? row.found_body : row.found_excerpt) ?? ''),
    },
  };
}

/** Counts added up by site or kind, the most first. */
function sumBy<Name extends 'site' | 'kind'>(
  cells: (Record<Name, string> & { n: number })[],
  by: Name,
): [string, number][] {
  const sums = new Map<string, number>();
  for (const cell of cells) sums.set(cell[by], (sums.get(cell[by]) ?? 0) + cell.n);
  return [...sums].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}

/** Local midnight before a moment, in ms. */
function startOfDay(at: number): number {
  const midnight = new Date(at);
  midnight.setHours(0, 0, 0, 0);
  return midnight.getTime();
}
