import type { SQLInputValue } from 'node:sqlite';
import { MATCH_KIND } from '../../../common/schemas/match-kind.ts';
import type { Database } from '../database/database.ts';
import type { InboxFilter } from '../../../common/schemas/settings.ts';
import type { InboxOwners } from './inbox-row.ts';
import {
  inboxCells,
  isInCell,
  isOfMutedWatches,
  isSearch,
  listedStates,
  STATES,
  sumOf,
  type InboxCell,
} from './counts.ts';

/** Query for a filter's items in the order of ids: tables, the id column, and conditions with their values. */
export interface Selection {
  from: string;
  id: string;
  where: string;
  values: SQLInputValue[];
  /** Whether the query uses the full-text index, so that matches can be marked. */
  isMatch: boolean;
}

/** Maximum number of index ranges that are merged; beyond that, all items of a profile are read. */
const MAX_RANGES = 200;

const MAX_WORDS = 12;

/**
 * Converts the user's input to a query of the full-text index: every word must occur, the last one as a prefix, unless
 * a space follows it. Operators have no meaning. Undefined if it contains no word.
 */
export function matchQuery(text: string): string | undefined {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu)?.slice(0, MAX_WORDS) ?? [];
  if (words.length === 0) return undefined;
  const isUnfinished = /[\p{L}\p{N}\p{M}]$/u.test(text);
  return words.map((word, index) => `"${word}"${isUnfinished && index === words.length - 1 ? '*' : ''}`).join(' AND ');
}

/** Returns a word of the index's column `facets`. */
const facet = (name: string): string => `"\uE000${name}"`;
const hex = (value: string): string => Buffer.from(value).toString('hex').toUpperCase();

/** Returns the facets of a site of one profile, `profile:site`. */
const ownFacets = (site: string): string => {
  const at = site.indexOf(':');
  return `(${facet(`p${site.slice(0, at)}`)} AND ${facet(`s${hex(site.slice(at + 1))}`)})`;
};

const marks = (count: number): string => Array.from({ length: count }, () => '?').join(', ');

/** Condition for items `i` with any of `count` tags. */
const hasTag = (count: number): string =>
  `EXISTS (SELECT 1 FROM json_each(i.tags) t WHERE t.value IN (${marks(count)}))`;

/** Condition excluding items `i` of muted questions, which are listed but not counted. */
const IS_NOT_MUTED = `NOT EXISTS (SELECT 1 FROM muted_questions AS mute WHERE mute.profile_id = i.profile_id
  AND mute.site_id = i.site_id AND mute.question_id = i.question_id)`;

/** Condition for network items and matches of any unmuted watch; the muted watches are a parameter, a JSON array. */
const IS_OF_OPEN_WATCH = `(i.item_type <> '${MATCH_KIND}' OR EXISTS (
  SELECT 1 FROM json_each(i.watch_ids) AS watch WHERE watch.value NOT IN (SELECT value FROM json_each(?))))`;

/** SQL conditions that all must hold, with their values in order. */
class Conditions {
  readonly #sql: string[] = [];
  readonly #values: SQLInputValue[] = [];

  add(sql: string, ...values: SQLInputValue[]): void {
    this.#sql.push(sql);
    this.#values.push(...values);
  }

  select(from: string, id: string, isMatch = false): Selection {
    return { from, id, where: this.#sql.join(' AND '), values: this.#values, isMatch };
  }
}

/**
 * Creator of SQL that selects inbox items of some profiles by a filter. The maintained counts determine which index
 * ranges contain matching items, so that other items are not read.
 */
export class InboxSelections {
  readonly #db: Database;
  readonly #owners: InboxOwners;
  /** Condition for an unread item `i` that is counted. */
  readonly counted: { sql: string; values: SQLInputValue[] };

  constructor(db: Database, owners: InboxOwners) {
    this.#db = db;
    this.#owners = owners;
    const hasMutedWatches = owners.mutedWatches.length > 0;
    this.counted = {
      sql: `i.state = ${STATES.unread} AND ${IS_NOT_MUTED}${hasMutedWatches ? ` AND ${IS_OF_OPEN_WATCH}` : ''}`,
      values: hasMutedWatches ? [JSON.stringify(owners.mutedWatches)] : [],
    };
  }

  /** Returns the selections that together contain each of a filter's items once; none if there are no items. */
  of(filter: InboxFilter): Selection[] {
    // SQLite refuses a query of an index whose condition cannot hold.
    if (filter.site?.length === 0) return [];
    if (isSearch(filter)) return this.#byText(filter);
    return this.#owners.profileIds.flatMap((profileId) => {
      if (filter.state === 'saved') return [this.#bySaved(filter, profileId)];
      const cells = this.#cells(profileId, filter);
      if (cells.length === 0) return [];
      if (filter.tag === undefined) return this.#byCells(filter, cells);
      const others = this.#cells(profileId, { ...filter, tag: undefined });
      const withTag = sumOf(inboxCells(this.#db, [profileId], filter.tag));
      return withTag <= sumOf(others) ? this.#byTags(filter, profileId, filter.tag) : this.#byCells(filter, others);
    });
  }

  /** Returns the cells of one profile that contain items of a filter. */
  #cells(profileId: number, filter: InboxFilter): InboxCell[] {
    const states: readonly number[] = listedStates(filter);
    const isWanted = (cell: InboxCell) =>
      states.includes(cell.state) &&
      isInCell(cell, filter) &&
      !(filter.unread === true && isOfMutedWatches(cell, this.#owners.mutedWatches));
    return inboxCells(this.#db, [profileId], filter.tag).filter(isWanted);
  }

  /** Selects by the full-text index, which contains profile, site and kind as words. */
  #byText(filter: InboxFilter, conditions = this.#conditions(filter)): Selection[] {
    const { text = '', site, kind, source } = filter;
    const { profileIds } = this.#owners;
    const match = matchQuery(text);
    if (match === undefined || profileIds.every((id) => this.#cells(id, filter).length === 0)) return [];
    const facets = [`(${profileIds.map((profile) => facet(`p${profile}`)).join(' OR ')})`];
    if (site) facets.push(`(${site.map(ownFacets).join(' OR ')})`);
    if (kind) facets.push(`(${kind.map((each) => facet(`k${hex(each)}`)).join(' OR ')})`);
    const wanted = `(${match}) AND ${facets.join(' AND ')}`;
    const matches = facet(`k${hex(MATCH_KIND)}`);
    const ofSource = { inbox: `(${wanted}) NOT ${matches}`, watches: `${wanted} AND ${matches}` };
    conditions.add('inbox_search MATCH ?', source === undefined ? wanted : ofSource[source]);
    return [conditions.select('inbox_search f CROSS JOIN inbox_items i ON i.id = f.rowid', 'f.rowid', true)];
  }

  /** Selects by the index of saved items, which are few. */
  #bySaved(filter: InboxFilter, profileId: number): Selection {
    const conditions = this.#conditions(filter);
    conditions.add('i.profile_id = ?', profileId);
    return conditions.select('inbox_items i INDEXED BY inbox_saved', 'i.id');
  }

  /** Selects by the table of tags, which is ordered by id for each tag; an item with two tags only by the first. */
  #byTags(filter: InboxFilter, profileId: number, tags: readonly string[]): Selection[] {
    return tags.map((tag, at) => {
      const conditions = this.#conditions({ ...filter, tag: undefined });
      conditions.add('t.profile_id = ? AND t.tag = ?', profileId, tag);
      if (at > 0) conditions.add(`NOT ${hasTag(at)}`, ...tags.slice(0, at));
      return conditions.select('inbox_tags t CROSS JOIN inbox_items i ON i.id = t.item_id', 't.item_id');
    });
  }

  /** Selects by index ranges that contain exactly the items of some cells. */
  #byCells(filter: InboxFilter, cells: readonly InboxCell[]): Selection[] {
    const isNarrow =
      [filter.site, filter.kind, filter.source, filter.watch].some((value) => value !== undefined) ||
      (filter.unread === true && this.#owners.mutedWatches.length > 0);
    const narrow = isNarrow ? rangesOf(cells, filter) : [];
    const whole = rangesOf(cells);
    return (isNarrow && narrow.length <= MAX_RANGES ? narrow : whole).map(({ index, where, values }) => {
      const conditions = this.#conditions(filter);
      conditions.add(where, ...values);
      return conditions.select(`inbox_items i INDEXED BY ${index}`, 'i.id');
    });
  }

  /** Returns a filter's conditions on an item `i`, without its text; none of them selects an index. */
  #conditions({ site, kind, tag, source, watch, ...filter }: InboxFilter): Conditions {
    const conditions = new Conditions();
    if (site) conditions.add(`i.profile_id || ':' || i.site_id IN (${marks(site.length)})`, ...site);
    if (kind) conditions.add(`+i.item_type IN (${marks(kind.length)})`, ...kind);
    if (source !== undefined) conditions.add(`+i.item_type ${source === 'watches' ? '=' : '<>'} ?`, MATCH_KIND);
    if (tag) conditions.add(hasTag(tag.length), ...tag);
    if (watch !== undefined) conditions.add('EXISTS (SELECT 1 FROM json_each(i.watch_ids) w WHERE w.value = ?)', watch);
    if (filter.unread === true) conditions.add(this.counted.sql, ...this.counted.values);
    else conditions.add(`i.state IN (${listedStates(filter).join(', ')})`);
    if (filter.state === 'saved') conditions.add('i.saved_at IS NOT NULL');
    return conditions;
  }
}

/** Range of an index in which items are ordered by id. */
interface IndexRange {
  index: string;
  where: string;
  values: SQLInputValue[];
}

/** Returns ranges that contain all items of some cells: by state alone, or narrower for a filter. */
function rangesOf(cells: readonly InboxCell[], filter?: InboxFilter): IndexRange[] {
  const ranges = cells.map(({ profileId, state, site, kind, watchIds }): IndexRange => {
    const where = 'i.profile_id = ? AND i.state = ?';
    if (!filter) return { index: 'inbox_by_state', where, values: [profileId, state] };
    // The watches of an item only matter if the filter includes or excludes some.
    if (kind === MATCH_KIND && (filter.watch !== undefined || filter.unread === true)) {
      const ofWatches = `${where} AND i.watch_ids = ? AND i.watch_ids <> '[]'`;
      return { index: 'inbox_by_watches', where: ofWatches, values: [profileId, state, watchIds] };
    }
    const ofKind = `${where} AND i.site_id = ? AND i.item_type = ?`;
    return { index: 'inbox_by_kind', where: ofKind, values: [profileId, state, site, kind] };
  });
  return [...new Map(ranges.map((range) => [JSON.stringify([range.index, range.values]), range])).values()];
}
