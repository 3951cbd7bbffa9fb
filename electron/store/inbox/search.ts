/** Search of the inbox: pages of a filter's items, and the number of items for each filter choice. */
import type { SQLInputValue } from 'node:sqlite';
import type { InboxState } from '../../../common/schemas/inbox-states.ts';
import type { InboxFilter } from '../../../common/schemas/settings.ts';
import { type Database, listOf } from '../database/database.ts';
import {
  inboxCells,
  inboxTags,
  isInCell,
  isOfMutedWatches,
  isSearch,
  listedStates,
  mutedCells,
  ownSite,
  STATES,
  sumOf,
} from './counts.ts';
import { inboxColumns, placeOf, toItem, type StoredInboxItem, type InboxOwners } from './inbox-row.ts';
import { InboxSelections, type Selection } from './selection.ts';

/** Range of a text, as in `slice`. */
export interface TextRange {
  from: number;
  to: number;
}

/** Text with the ranges that a search found. */
export interface MatchedText {
  text: string;
  ranges: TextRange[];
}

export interface FoundItem extends StoredInboxItem {
  /** Title and excerpt, or the matching part of the body, with their matches; absent without a search. */
  found?: { title: MatchedText; excerpt: MatchedText } | undefined;
}

export type UnreadItem = Pick<StoredInboxItem, 'profileId' | 'key' | 'place'>;

/** Number of items for a filter choice, with all other filters as they are. */
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
  saved: number;
  done: number;
  sites: Choice[];
  kinds: Choice[];
  tags: Choice[];
}

const MAX_TAGS = 200;
/** Maximum number of a search's matches that are counted (the newest), so that typing stays fast. */
const MAX_COUNTED = 5000;
/** Maximum number of one day's items on a page. */
const MAX_ITEMS_PER_DAY = 500;

/** Characters that the index inserts around a match; no text of a network contains them. */
const MATCH_START = '\u0002';
const MATCH_END = '\u0003';
const MATCH_BOUNDARY = new RegExp(`([${MATCH_START}${MATCH_END}])`);

/** Columns of a search with title, excerpt and body, and their matches marked. */
const FOUND_COLUMNS = `, highlight(inbox_search, 0, '${MATCH_START}', '${MATCH_END}') AS found_title,
  highlight(inbox_search, 1, '${MATCH_START}', '${MATCH_END}') AS found_excerpt,
  snippet(inbox_search, 2, '${MATCH_START}', '${MATCH_END}', '…', 24) AS found_body`;

/** Columns that only a search has. */
type FoundRow = Partial<Record<'found_title' | 'found_excerpt' | 'found_body', string>>;

/** Inbox of some profiles as one list: filtered, searched and counted. */
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
   * Returns items below a position, newest first. Without a search, pages end at a day boundary, so that groups by day
   * are complete; with `after`, they do not.
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

  /** Returns the number of items for each filter choice, with the other filters as they are. */
  counts(filter: InboxFilter): InboxCounts {
    // An item with two of the tags would be counted twice.
    const isOneByOne = isSearch(filter) || filter.state === 'saved' || (filter.tag ?? []).length > 1;
    const { cells, tags, ...states } = isOneByOne ? this.#searched(filter) : this.#kept(filter);
    const { site, kind } = filter;
    const isSite = (cell: Cell) => isInCell(cell, { site });
    const isKind = (cell: Cell) => isInCell(cell, { kind });
    const shown = cells.filter((cell) => isSite(cell) && isKind(cell));
    return {
      total: sumOf(shown),
      unread: shown.reduce((sum, { unread }) => sum + unread, 0),
      ...states,
      sites: sumBy(cells.filter(isKind), 'site').map(([id, n]) => this.#siteChoice(id, n)),
      kinds: sumBy(cells.filter(isSite), 'kind').map(([id, n]) => ({ value: id, name: id, count: n })),
      tags: tags.map(({ tag, n }) => ({ value: tag, name: tag, count: n })),
    };
  }

  /** Returns at most `limit` unread items of a filter below a position, newest first. */
  unread(filter: InboxFilter, limit: number, before = Number.MAX_SAFE_INTEGER): StoredInboxItem[] {
    return this.#page(
      { ...filter, unread: true, state: filter.state === 'saved' ? 'saved' : undefined },
      before,
      0,
      limit,
    );
  }

  /** Returns keys and positions of unread items, because a thread's answer is read in one go. */
  unreadKeys(...page: Parameters<InboxSearch['unread']>): UnreadItem[] {
    return this.unread(...page).map(({ profileId, key, place }) => ({ profileId, key, place }));
  }

  /** Returns at most `limit` items between two positions, newest first; excludes `before`, includes `after`. */
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
        `SELECT ${inboxColumns()} FROM inbox_items WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id DESC`,
        JSON.stringify(ids),
      )
      .map(toFoundItem);
  }

  /** Returns items that a search found, with its matches marked. */
  #marked({ from, where, values }: Selection, ids: readonly number[]): FoundItem[] {
    if (ids.length === 0) return [];
    const sql = `SELECT ${inboxColumns('i')}${FOUND_COLUMNS} FROM ${from}
      WHERE ${where} AND f.rowid BETWEEN ? AND ? ORDER BY f.rowid DESC`;
    return this.#db.all<FoundRow>(sql, ...values, ids.at(-1)!, ids[0]!).map(toFoundItem);
  }

  /**
   * Counts from the maintained counts, some sites and kinds more than once; muted items are subtracted from the unread
   * ones.
   */
  #kept(filter: InboxFilter) {
    const { profileIds, mutedWatches } = this.#owners;
    const { site, kind, ...rest } = filter;
    const all = inboxCells(this.#db, profileIds, filter.tag).filter((cell) => isInCell(cell, rest));
    const hasTag = (tags: string) =>
      filter.tag === undefined || listOf<string>(tags).some((tag) => filter.tag!.includes(tag));
    const muted = mutedCells(this.#db, this.#owners).filter(({ tags }) => hasTag(tags));
    const states: readonly number[] = listedStates(filter);
    const countIn = (state: number) =>
      sumOf(all.filter((cell) => cell.state === state && isInCell(cell, { site, kind })));
    const counted = [
      ...all.filter((cell) => cell.state === STATES.unread && !isOfMutedWatches(cell, mutedWatches)),
      ...muted.filter((cell) => isInCell(cell, rest)).map((cell) => ({ ...cell, n: -cell.n })),
    ];
    const listed = filter.unread === true ? counted : all.filter(({ state }) => states.includes(state));
    return {
      cells: [
        ...listed.map((cell) => ({ ...cell, unread: 0 })),
        ...(states.includes(STATES.unread) ? counted : []).map((cell) => ({ ...cell, unread: cell.n, n: 0 })),
      ],
      snoozed: countIn(STATES.snoozed),
      saved: this.#countState(filter, 'saved'),
      done: countIn(STATES.done),
      tags: inboxTags(this.#db, this.#owners, filter, MAX_TAGS),
    };
  }

  /** Counts the newest matches of a search, or the saved items, one by one. */
  #searched(filter: InboxFilter) {
    const { counted } = this.#selections;
    return {
      cells: this.#ofNewest<Cell>(
        { ...filter, site: undefined, kind: undefined },
        `i.profile_id AS profileId, i.site_id AS site, i.item_type AS kind, ${counted.sql} AS unread`,
        `SELECT profileId, site, kind, count(*) AS n, sum(unread) AS unread FROM newest
           GROUP BY profileId, site, kind`,
        counted.values,
      ),
      snoozed: this.#countState(filter, 'snoozed'),
      saved: this.#countState(filter, 'saved'),
      done: this.#countState(filter, 'done'),
      tags: this.#ofNewest<{ tag: string; n: number }>(
        { ...filter, tag: undefined },
        'i.id AS id, i.tags AS tags',
        `SELECT t.value AS tag, count(DISTINCT newest.id) AS n FROM newest, json_each(newest.tags) t
           GROUP BY t.value ORDER BY n DESC, t.value LIMIT ${MAX_TAGS}`,
      ),
    };
  }

  #countState(filter: InboxFilter, state: InboxState): number {
    const wanted = { ...filter, unread: undefined, state };
    return sumOf(this.#ofNewest<{ n: number }>(wanted, '1', 'SELECT count(*) AS n FROM newest'));
  }

  /** Runs a statement on some columns of `newest`, the newest items of a search. `values`: of the columns. */
  #ofNewest<Row>(filter: InboxFilter, columns: string, sql: string, values: SQLInputValue[] = []): Row[] {
    const found = [...this.#selections.of(filter)];
    if (found.length === 0) return [];
    const newest = found.map(
      ({ from, where, id }) =>
        `SELECT * FROM (SELECT ${columns} FROM ${from} WHERE ${where} ORDER BY ${id} DESC LIMIT ${MAX_COUNTED})`,
    );
    const given = found.flatMap((selection) => [...values, ...selection.values]);
    return this.#db.all<Row>(`WITH newest AS (${newest.join(' UNION ALL ')}) ${sql}`, ...given);
  }

  /** Returns the filter choice of a site, with its latest name. */
  #siteChoice(siteId: string, count: number): Choice {
    const site = this.#owners.profileIds.map((id) => ownSite(id, siteId));
    const newest = (filter: InboxFilter) => this.#page({ site, ...filter }, Number.MAX_SAFE_INTEGER, 0, 1)[0];
    const item = newest({}) ?? newest({ state: 'snoozed' }) ?? newest({ state: 'done' });
    const { name, iconUrl } = item?.site ?? { name: siteId };
    return { value: siteId, name, iconUrl, count };
  }
}

/** Number of a filter's items of one profile's site and kind; `unread`: the unread ones among them. */
interface Cell {
  profileId: number;
  site: string;
  kind: string;
  n: number;
  unread: number;
}

/** Converts a row; if only the body matched, the excerpt is the match in the body. */
function toFoundItem({ found_title: title, found_excerpt: excerpt, found_body: body, ...row }: FoundRow): FoundItem {
  if (title === undefined) return toItem(row);
  const isInBody = excerpt?.includes(MATCH_START) !== true && body?.includes(MATCH_START) === true;
  const found = { title: matchedText(title), excerpt: matchedText((isInBody ? body : excerpt) ?? '') };
  return { ...toItem(row), found };
}

/** Returns counts summed by site or kind, highest first. */
function sumBy(cells: readonly Cell[], by: 'site' | 'kind'): [string, number][] {
  const sums = new Map<string, number>();
  for (const cell of cells) sums.set(cell[by], (sums.get(cell[by]) ?? 0) + cell.n);
  return [...sums].filter(([, n]) => n > 0).toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}

/** Returns the last local midnight before a time, in ms. */
function startOfDay(at: number): number {
  const midnight = new Date(at);
  midnight.setHours(0, 0, 0, 0);
  return midnight.getTime();
}

/** Removes the index's match markers from a text and returns their positions. */
export function matchedText(text: string): MatchedText {
  const stretches: TextRange[] = [];
  let plain = '';
  let from = 0;
  for (const part of text.split(MATCH_BOUNDARY)) {
    if (part === MATCH_START) from = plain.length;
    else if (part === MATCH_END) stretches.push({ from, to: plain.length });
    else plain += part;
  }
  return { text: plain, ranges: stretches };
}
