/**
 * The search of the inbox: what a filter leaves as pages, and how many items each choice of a filter would leave.
 */
import { MATCH_KIND } from '../../../common/schemas/match-kind.ts';
import type { Database } from '../database/database.ts';
import { isUnread } from './counted.ts';
import { inboxCells, inboxTags } from './inbox-counts.ts';
import { inboxColumnsOf, placeOf, toItem, type InboxRow, type StoredInboxItem } from './inbox-row.ts';
import { FOUND_COLUMNS, MATCH_START, matchedText, type MatchedText } from './matched-text.ts';
import { InboxSelections, isSearch, type InboxFilter, type InboxOwners, type Selection } from './inbox-selection.ts';

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
  readonly #profileIds: readonly number[];
  readonly #selections: InboxSelections;

  constructor(db: Database, owners: InboxOwners) {
    this.#db = db;
    this.#profileIds = owners.profileIds;
    this.#selections = new InboxSelections(owners);
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
    if (this.#profileIds.length === 0) return { items: [], hasMore: false };
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
    if (this.#profileIds.length === 0) return { total: 0, unread: 0, snoozed: 0, sites: [], kinds: [], tags: [] };
    const { cells, snoozed } = isKeptCount(filter) ? this.#keptCells(filter) : this.#countedCells(filter);
    const isSite = (cell: { site: string }) => filter.site === undefined || cell.site === filter.site;
    const isKind = (cell: { kind: string }) => filter.kind === undefined || cell.kind === filter.kind;
    const shown = cells.filter((cell) => isSite(cell) && isKind(cell));
    return {
      total: shown.reduce((sum, { n }) => sum + n, 0),
      unread: shown.reduce((sum, { unread }) => sum + unread, 0),
      snoozed,
      sites: sumBy(cells.filter(isKind), 'site').map(([site, n]) => this.#siteChoice(site, n)),
      kinds: sumBy(cells.filter(isSite), 'kind').map(([kind, n]) => ({ value: kind, name: kind, count: n })),
      tags: this.#tagCounts(filter),
    };
  }

  /** Keys of all that counts as unread of what a filter leaves, by profile. */
  unreadKeys(filter: InboxFilter): { profileId: number; key: string }[] {
    if (this.#profileIds.length === 0) return [];
    const { from, where, values } = this.#selections.of({ ...filter, unread: true, snoozed: false });
    return this.#db
      .all<{ profile_id: number; key: string }>(`SELECT i.profile_id, i.key FROM ${from} WHERE ${where}`, ...values)
      .map((row) => ({ profileId: row.profile_id, key: row.key }));
  }

  /** At most `limit` items between two places, the newest first; `before` is left out, `after` is not. */
  #page(filter: InboxFilter, before: number, after: number, limit: number): FoundItem[] {
    const { from, id, where, values, isMatch } = this.#selections.of(filter);
    const rows = this.#db.all<FoundRow>(
      `SELECT ${inboxColumnsOf('i')}${isMatch ? FOUND_COLUMNS : ''} FROM ${from}
         WHERE ${where} AND ${id} < ? AND ${id} >= ? ORDER BY ${id} DESC LIMIT ?`,
      ...values,
      before,
      after,
      limit,
    );
    return rows.map(toFoundItem);
  }

  /** From the counts that are kept; what is muted is told apart among what is unread. */
  #keptCells(filter: InboxFilter): { cells: Cell[]; snoozed: number } {
    const all = inboxCells(this.#db, this.#profileIds).filter(({ kind }) => isOfSource(filter, kind));
    const muted = this.#mutedUnread();
    const cells = all
      .filter(({ isSnoozed }) => isSnoozed === (filter.snoozed === true && filter.unread !== true))
      .map(({ site, kind, n, unread }): Cell => {
        const counted = unread - (muted.find((one) => one.site === site && one.kind === kind)?.n ?? 0);
        return { site, kind, n: filter.unread === true ? counted : n, unread: counted };
      })
      .filter(({ n }) => n > 0);
    const { site, kind } = filter;
    const snoozed = all
      .filter((cell) => cell.isSnoozed && cell.site === (site ?? cell.site) && cell.kind === (kind ?? cell.kind))
      .reduce((sum, { n }) => sum + n, 0);
    return { cells, snoozed };
  }

  /** What is unread and counts nowhere, by site and kind. */
  #mutedUnread(): { site: string; kind: string; n: number }[] {
    const { counted, profileMarks, isMuting } = this.#selections;
    if (!isMuting) return [];
    return this.#db.all(
      `SELECT i.site_id AS site, i.item_type AS kind, count(*) AS n FROM inbox_items i INDEXED BY inbox_unread
         WHERE i.profile_id IN (${profileMarks}) AND ${isUnread('i')} AND NOT (${counted.sql})
         GROUP BY i.site_id, i.item_type`,
      ...this.#profileIds,
      ...counted.values,
    );
  }

  #countedCells(filter: InboxFilter): { cells: Cell[]; snoozed: number } {
    const selection = this.#selections.of(filter, 'site-and-kind');
    const { counted } = this.#selections;
    const cells = this.#db.all<Cell>(
      `SELECT site, kind, count(*) AS n, sum(unread) AS unread FROM ${countedRows(
        selection,
        `i.site_id AS site, i.item_type AS kind, ${counted.sql} AS unread`,
      )} GROUP BY site, kind`,
      ...counted.values,
      ...selection.values,
    );
    return { cells, snoozed: this.#count(this.#selections.of({ ...filter, unread: false, snoozed: true })) };
  }

  #count({ from, where, values }: Selection): number {
    return this.#db.get<{ n: number }>(`SELECT count(*) AS n FROM ${from} WHERE ${where}`, ...values)?.n ?? 0;
  }

  /** Tags with their counts, the most frequent first. */
  #tagCounts(filter: InboxFilter): Choice[] {
    const isWholeInbox =
      !isSearch(filter) &&
      filter.site === undefined &&
      filter.kind === undefined &&
      filter.source === undefined &&
      filter.watch === undefined &&
      filter.unread !== true &&
      filter.snoozed !== true;
    const rows = isWholeInbox
      ? inboxTags(this.#db, this.#profileIds, MAX_TAGS)
      : this.#tagCountsOf(this.#selections.of(filter, 'tag'));
    return rows.map(({ tag, n }) => ({ value: tag, name: tag, count: n }));
  }

  #tagCountsOf(selection: Selection): TagCount[] {
    return this.#db.all<TagCount>(
      `SELECT t.value AS tag, count(*) AS n
       FROM ${countedRows(selection, 'i.profile_id AS profile, i.id AS item, i.tags AS tags')} m, json_each(m.tags) t
       GROUP BY t.value ORDER BY n DESC, t.value LIMIT ${MAX_TAGS}`,
      ...selection.values,
    );
  }

  /** A site as a choice, by the name it had last. */
  #siteChoice(siteId: string, count: number): Choice {
    const row = this.#db.get<{ site_name: string; icon_url: string | null }>(
      `SELECT site_name, icon_url FROM inbox_items
         WHERE profile_id IN (${this.#selections.profileMarks}) AND site_id = ? ORDER BY id DESC LIMIT 1`,
      ...this.#profileIds,
      siteId,
    );
    return { value: siteId, name: row?.site_name ?? siteId, iconUrl: row?.icon_url ?? undefined, count };
  }
}

/** The items of one site and kind that a filter leaves; `unread`: those of them that count as unread. */
interface Cell {
  site: string;
  kind: string;
  n: number;
  unread: number;
}

/** Whether the counts that are kept answer it: they know nothing of words, tags and watches. */
const isKeptCount = (filter: InboxFilter): boolean =>
  !isSearch(filter) && filter.tag === undefined && filter.watch === undefined;

const isOfSource = ({ source }: InboxFilter, kind: string): boolean =>
  source === undefined || (source === 'watches') === (kind === MATCH_KIND);

interface TagCount {
  tag: string;
  n: number;
}

/** The rows that a filter is counted over, as a subquery. */
function countedRows({ from, id, where, isMatch }: Selection, columns: string): string {
  const newestOnly = isMatch ? ` ORDER BY ${id} DESC LIMIT ${MAX_COUNTED}` : '';
  return `(SELECT ${columns} FROM ${from} WHERE ${where}${newestOnly})`;
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
