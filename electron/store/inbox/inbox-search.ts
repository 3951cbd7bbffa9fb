import type { SQLInputValue } from 'node:sqlite';
import type { Database } from '../database.ts';
import { inboxColumns, placeOf, toItem, type InboxRow, type KeptInboxItem } from './inbox-items.ts';

/** What is to be listed; everything said must hold. */
export interface InboxFilter {
  /** Words of title, excerpt, body, tags, site or person; the last one may be unfinished. */
  text?: string | undefined;
  site?: string | undefined;
  kind?: string | undefined;
  tag?: string | undefined;
  unread?: boolean | undefined;
  /** Only what is put off, which is else left out of the list (but not out of a search). */
  snoozed?: boolean | undefined;
}

/** A stretch of a text, as in `slice`. */
export interface Stretch {
  from: number;
  to: number;
}

/** A text with the stretches that a search found. */
export interface Found {
  text: string;
  stretches: Stretch[];
}

export interface FoundItem extends KeptInboxItem {
  /** The title and the excerpt, or the part of the body that was found; absent without a search. */
  found?: { title: Found; excerpt: Found } | undefined;
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

export type InboxSearch = ReturnType<typeof inboxSearch>;

const mostWords = 12;
const mostTags = 200;
/** Of a search with more matches than that only the newest are counted: typing must stay quick. */
const mostCounted = 5000;
/** A day with more items than that is cut. */
const longestDay = 500;

const opening = '\u0002';
const closing = '\u0003';
const marked = new RegExp(`([${opening}${closing}])`);

/**
 * What a person typed as a query of the full-text index: every word must be there, the last one may go on, unless a
 * space follows it. Nothing in it is an operator. Undefined where there is no word in it.
 */
export function matchOf(text: string): string | undefined {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu)?.slice(0, mostWords) ?? [];
  if (words.length === 0) return undefined;
  const unfinished = /[\p{L}\p{N}\p{M}]$/u.test(text);
  return words.map((word, index) => `"${word}"${unfinished && index === words.length - 1 ? '*' : ''}`).join(' AND ');
}

/** Takes a text with the index's marks; gives it without, and where they were. */
export function foundIn(text: string): Found {
  const stretches: Stretch[] = [];
  let plain = '';
  let from = 0;
  for (const part of text.split(marked)) {
    if (part === opening) from = plain.length;
    else if (part === closing) stretches.push({ from, to: plain.length });
    else plain += part;
  }
  return { text: plain, stretches };
}

/** A word of the column `facets`. */
const facet = (name: string): string => `"\uE000${name}"`;
const hex = (value: string): string => Buffer.from(value).toString('hex').toUpperCase();

/** How a list is got at: what it is walked by, the id in it, and the conditions with their values. */
interface Walk {
  from: string;
  id: string;
  sql: string;
  values: SQLInputValue[];
  searched: boolean;
}

type Leaving = 'choices' | 'tag';

/** The inbox of some profiles as one list: filtered, searched and counted. */
export function inboxSearch(db: Database, profileIds: readonly number[]) {
  const marks = profileIds.map(() => '?').join(', ');
  const [only] = profileIds.length === 1 ? profileIds : [];
  const isSearch = (filter: InboxFilter): boolean => filter.text !== undefined && filter.text.trim() !== '';

  /** `choices` leaves site and kind out of a filter, `tag` the tag: to count what other choices would leave. */
  function walk(filter: InboxFilter, leaving?: Leaving): Walk {
    const searched = isSearch(filter);
    const match = searched ? matchOf(filter.text ?? '') : undefined;
    const site = leaving === 'choices' ? undefined : filter.site;
    const kind = leaving === 'choices' ? undefined : filter.kind;
    const tag = leaving === 'tag' ? undefined : filter.tag;
    const parts: string[] = [];
    const values: SQLInputValue[] = [];
    const say = (sql: string, ...more: SQLInputValue[]) => {
      parts.push(sql);
      values.push(...more);
    };
    let from = 'inbox_items i';
    let id = 'i.id';
    if (searched && match === undefined) say('0');
    else if (match !== undefined) {
      from = 'inbox_search f CROSS JOIN inbox_items i ON i.id = f.rowid';
      id = 'f.rowid';
      const facets = [`(${profileIds.map((profile) => facet(`p${profile}`)).join(' OR ')})`];
      if (site !== undefined) facets.push(facet(`s${hex(site)}`));
      if (kind !== undefined) facets.push(facet(`k${hex(kind)}`));
      say('inbox_search MATCH ?', `(${match}) AND ${facets.join(' AND ')}`);
      if (tag !== undefined)
        say(
          'EXISTS (SELECT 1 FROM inbox_tags t WHERE t.profile_id = i.profile_id AND t.tag = ? AND t.item_id = i.id)',
          tag,
        );
    } else {
      if (tag !== undefined) {
        from = 'inbox_tags t CROSS JOIN inbox_items i ON i.id = t.item_id';
        id = 't.item_id';
        if (only === undefined) say(`t.profile_id IN (${marks}) AND t.tag = ?`, ...profileIds, tag);
        else say('t.profile_id = ? AND t.tag = ?', only, tag);
      } else if (leaving === 'choices') say(`i.profile_id IN (${marks})`, ...profileIds);
      // An index gives the order of ids for one site or kind of one profile; in any other case walk by the ids themselves:
      // the plus sign keeps SQLite from an index after which it would have to sort.
      else if (
        only !== undefined &&
        (site !== undefined || kind !== undefined || filter.unread === true || filter.snoozed === true)
      )
        say('i.profile_id = ?', only);
      else say(`+i.profile_id IN (${marks})`, ...profileIds);
      if (site !== undefined) say('i.site_id = ?', site);
      if (kind !== undefined) say(site === undefined ? 'i.item_type = ?' : '+i.item_type = ?', kind);
    }
    if (filter.unread === true) say('i.read_at IS NULL AND i.snoozed_until IS NULL');
    else if (filter.snoozed === true) say('i.snoozed_until IS NOT NULL');
    else if (!searched) say('i.snoozed_until IS NULL');
    return { from, id, sql: parts.join(' AND '), values, searched: match !== undefined };
  }

  function page(filter: InboxFilter, before: number, after: number, limit: number): FoundItem[] {
    const { from, id, sql, values, searched } = walk(filter);
    const found = searched
      ? `, highlight(inbox_search, 0, '${opening}', '${closing}') AS found_title, highlight(inbox_search, 1, '${opening}', '${closing}') AS found_excerpt,
         snippet(inbox_search, 2, '${opening}', '${closing}', '…', 24) AS found_body`
      : '';
    return db
      .all<InboxRow & { found_title?: string; found_excerpt?: string; found_body?: string }>(
        `SELECT ${inboxColumns('i')}${found} FROM ${from} WHERE ${sql} AND ${id} < ? AND ${id} >= ? ORDER BY ${id} DESC LIMIT ?`,
        ...values,
        before,
        after,
        limit,
      )
      .map((row) => {
        if (row.found_title === undefined) return toItem(row);
        const inBody = row.found_excerpt?.includes(opening) !== true && row.found_body?.includes(opening) === true;
        return {
          ...toItem(row),
          found: {
            title: foundIn(row.found_title),
            excerpt: foundIn((inBody ? row.found_body : row.found_excerpt) ?? ''),
          },
        };
      });
  }

  /** The rows that a filter is counted over, as a subquery. */
  const counted = (
    { from, id, sql, values, searched }: Walk,
    columns: string,
  ): { rows: string; values: SQLInputValue[] } => ({
    rows: `(SELECT ${columns} FROM ${from} WHERE ${sql}${searched ? ` ORDER BY ${id} DESC LIMIT ${mostCounted}` : ''})`,
    values,
  });

  /** Tags with their counts, the most frequent first. */
  function tagCounts(filter: InboxFilter): Choice[] {
    const all =
      !isSearch(filter) &&
      filter.site === undefined &&
      filter.kind === undefined &&
      filter.unread !== true &&
      filter.snoozed !== true;
    const { rows, values } = counted(walk(filter, 'tag'), 'i.profile_id AS profile, i.id AS item, i.tags AS tags');
    const grouped = `GROUP BY t.tag ORDER BY n DESC, t.tag LIMIT ${mostTags}`;
    const found = all
      ? db.all<{ tag: string; n: number }>(
          `SELECT t.tag AS tag, count(*) AS n FROM inbox_tags t WHERE t.profile_id IN (${marks}) ${grouped}`,
          ...profileIds,
        )
      : db.all<{ tag: string; n: number }>(
          `SELECT t.value AS tag, count(*) AS n FROM ${rows} m, json_each(m.tags) t GROUP BY t.value ORDER BY n DESC, t.value LIMIT ${mostTags}`,
          ...values,
        );
    return found.map(({ tag, n }) => ({ value: tag, name: tag, count: n }));
  }

  /** What a site was called last. */
  function siteNamed(siteId: string, count: number): Choice {
    const row = db.get<{ site_name: string; icon_url: string | null }>(
      `SELECT site_name, icon_url FROM inbox_items WHERE profile_id IN (${marks}) AND site_id = ? ORDER BY id DESC LIMIT 1`,
      ...profileIds,
      siteId,
    );
    return { value: siteId, name: row?.site_name ?? siteId, iconUrl: row?.icon_url ?? undefined, count };
  }

  return {
    /**
     * Newest first, from below a place on. Without a search a page ends with a day, so that a day's items can be put in
     * groups that no later page changes.
     */
    list(
      filter: InboxFilter,
      limit: number,
      before = Number.MAX_SAFE_INTEGER,
    ): { items: FoundItem[]; hasMore: boolean } {
      if (profileIds.length === 0) return { items: [], hasMore: false };
      const items = page(filter, before, 0, limit + 1);
      if (items.length <= limit) return { items, hasMore: false };
      if (isSearch(filter)) return { items: items.slice(0, limit), hasMore: true };
      const last = items.at(-1)!;
      const rest = page(filter, last.place, placeOf(startOfDay(last.listedAt)), longestDay);
      const all = [...items, ...rest];
      return { items: all, hasMore: rest.length === longestDay || page(filter, all.at(-1)!.place, 0, 1).length > 0 };
    },
    /** How many there are for each choice of each filter, the others standing. */
    counts(filter: InboxFilter): InboxCounts {
      if (profileIds.length === 0) return { total: 0, unread: 0, snoozed: 0, sites: [], kinds: [], tags: [] };
      const { rows, values } = counted(
        walk(filter, 'choices'),
        'i.site_id AS site, i.item_type AS kind, i.read_at IS NULL AND i.snoozed_until IS NULL AS unread',
      );
      const cells = db.all<{ site: string; kind: string; n: number; unread: number }>(
        `SELECT site, kind, count(*) AS n, sum(unread) AS unread FROM ${rows} GROUP BY site, kind`,
        ...values,
      );
      const isSite = (cell: { site: string }) => filter.site === undefined || cell.site === filter.site;
      const isKind = (cell: { kind: string }) => filter.kind === undefined || cell.kind === filter.kind;
      const shown = cells.filter((cell) => isSite(cell) && isKind(cell));
      const snoozed = walk({ ...filter, unread: false, snoozed: true });
      return {
        total: shown.reduce((sum, { n }) => sum + n, 0),
        unread: shown.reduce((sum, { unread }) => sum + unread, 0),
        snoozed:
          db.get<{ n: number }>(`SELECT count(*) AS n FROM ${snoozed.from} WHERE ${snoozed.sql}`, ...snoozed.values)
            ?.n ?? 0,
        sites: summed(cells.filter(isKind), 'site').map(([site, n]) => siteNamed(site, n)),
        kinds: summed(cells.filter(isSite), 'kind').map(([kind, n]) => ({ value: kind, name: kind, count: n })),
        tags: tagCounts(filter),
      };
    },
    /** Keys of everything unread that a filter leaves, by profile. */
    unreadKeys(filter: InboxFilter): { profileId: number; key: string }[] {
      if (profileIds.length === 0) return [];
      const { from, sql, values } = walk({ ...filter, unread: true, snoozed: false });
      return db
        .all<{ profile_id: number; key: string }>(`SELECT i.profile_id, i.key FROM ${from} WHERE ${sql}`, ...values)
        .map((row) => ({ profileId: row.profile_id, key: row.key }));
    },
  };
}

/** Counts added up by site or kind, the most first. */
function summed<Name extends 'site' | 'kind'>(
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
