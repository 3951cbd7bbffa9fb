import type { SQLInputValue } from 'node:sqlite';
import { MATCH_KIND } from '../../../common/schemas/match-kind.ts';
import { isNotMuted, isOfOpenWatch, isUnread } from './counted.ts';

/** What is to be listed; everything said must hold. */
export interface InboxFilter {
  /** Words of title, excerpt, body, tags, site or person; the last one may be unfinished. */
  text?: string | undefined;
  site?: string | undefined;
  kind?: string | undefined;
  tag?: string | undefined;
  /** Only what counts as unread, which leaves out what muted questions and watches bring. */
  unread?: boolean | undefined;
  /** Only snoozed items. Without it the list leaves them out, and a search does not. */
  snoozed?: boolean | undefined;
  /** `inbox`: only what the network sent; `watches`: only what watches found. */
  source?: 'inbox' | 'watches' | undefined;
  /** Only what this watch found. */
  watch?: string | undefined;
}

/**
 * How the items that a filter leaves are read: what is walked through, the id in it, and the conditions with their
 * values.
 */
export interface Selection {
  from: string;
  id: string;
  where: string;
  values: SQLInputValue[];
  /** The full-text index gives the items, so that matches can be marked. */
  isMatch: boolean;
}

/** Which of a filter's choices are left out, to count what other choices would leave. */
type LeftOut = 'site-and-kind' | 'tag';

const MAX_WORDS = 12;

export const isSearch = ({ text }: InboxFilter): boolean => text !== undefined && text.trim() !== '';

/**
 * What a person typed as a query of the full-text index: every word must be there, the last one may go on, unless a
 * space follows it. Nothing in it is an operator. Undefined where there is no word in it.
 */
export function matchQuery(text: string): string | undefined {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu)?.slice(0, MAX_WORDS) ?? [];
  if (words.length === 0) return undefined;
  const isUnfinished = /[\p{L}\p{N}\p{M}]$/u.test(text);
  return words.map((word, index) => `"${word}"${isUnfinished && index === words.length - 1 ? '*' : ''}`).join(' AND ');
}

/** A word of the index's column `facets`. */
const facet = (name: string): string => `"\uE000${name}"`;
const hex = (value: string): string => Buffer.from(value).toString('hex').toUpperCase();

/** Whose inbox it is, and what of it counts nowhere. */
export interface InboxOwners {
  profileIds: readonly number[];
  mutedWatches: readonly string[];
  hasMutedQuestions: boolean;
}

/** SQL conditions that all must hold, with their values in order. */
class Conditions {
  readonly #sql: string[] = [];
  readonly values: SQLInputValue[] = [];

  add(sql: string, ...values: SQLInputValue[]): void {
    this.#sql.push(sql);
    this.values.push(...values);
  }

  get sql(): string {
    return this.#sql.join(' AND ');
  }
}

/** Makes the SQL that selects inbox items of some profiles by a filter. Each way through the tables has its index. */
export class InboxSelections {
  readonly #profileIds: readonly number[];
  /** The one profile, where there is one. */
  readonly #only: number | undefined;
  /** A placeholder for each profile. */
  readonly profileMarks: string;
  /** Whether an item `i` counts as unread; where nothing is muted an index alone knows that. */
  readonly counted: { sql: string; values: SQLInputValue[] };
  /** Whether anything that is unread may count nowhere. */
  readonly isMuting: boolean;

  constructor({ profileIds, mutedWatches, hasMutedQuestions }: InboxOwners) {
    this.#profileIds = profileIds;
    this.#only = profileIds.length === 1 ? profileIds[0] : undefined;
    this.profileMarks = profileIds.map(() => '?').join(', ');
    const hasMutedWatches = mutedWatches.length > 0;
    this.isMuting = hasMutedWatches || hasMutedQuestions;
    this.counted = {
      sql: [
        isUnread('i'),
        ...(hasMutedQuestions ? [isNotMuted('i')] : []),
        ...(hasMutedWatches ? [isOfOpenWatch('i')] : []),
      ].join(' AND '),
      values: hasMutedWatches ? [JSON.stringify(mutedWatches)] : [],
    };
  }

  /** The selection for a filter, without the choices that are left out. */
  of(filter: InboxFilter, leftOut?: LeftOut): Selection {
    const chosen = {
      ...filter,
      ...(leftOut === 'site-and-kind' && { site: undefined, kind: undefined }),
      ...(leftOut === 'tag' && { tag: undefined }),
    };
    const conditions = new Conditions();
    const walk = isSearch(filter)
      ? this.#byText(chosen, conditions)
      : chosen.tag === undefined
        ? this.#byPlace(chosen, leftOut === 'site-and-kind', conditions)
        : this.#byTag(chosen, chosen.tag, conditions);
    if (filter.watch !== undefined) {
      conditions.add('EXISTS (SELECT 1 FROM json_each(i.watch_ids) w WHERE w.value = ?)', filter.watch);
    }
    if (filter.unread === true) conditions.add(this.counted.sql, ...this.counted.values);
    else if (filter.snoozed === true) conditions.add('i.snoozed_until IS NOT NULL');
    else if (!isSearch(filter)) conditions.add('i.snoozed_until IS NULL');
    return { ...walk, where: conditions.sql, values: conditions.values };
  }

  /** Through the full-text index, which knows profile, site and kind as words of its own. */
  #byText({ text = '', site, kind, tag, source }: InboxFilter, conditions: Conditions): Walk {
    const match = matchQuery(text);
    if (match === undefined) {
      conditions.add('0');
      return { ...ALL_ITEMS, isMatch: false };
    }
    const facets = [`(${this.#profileIds.map((profile) => facet(`p${profile}`)).join(' OR ')})`];
    if (site !== undefined) facets.push(facet(`s${hex(site)}`));
    if (kind !== undefined) facets.push(facet(`k${hex(kind)}`));
    const wanted = `(${match}) AND ${facets.join(' AND ')}`;
    const matches = facet(`k${hex(MATCH_KIND)}`);
    const ofSource = { inbox: `(${wanted}) NOT ${matches}`, watches: `${wanted} AND ${matches}` };
    conditions.add('inbox_search MATCH ?', source === undefined ? wanted : ofSource[source]);
    if (tag !== undefined) {
      conditions.add(
        'EXISTS (SELECT 1 FROM inbox_tags t WHERE t.profile_id = i.profile_id AND t.tag = ? AND t.item_id = i.id)',
        tag,
      );
    }
    return { from: 'inbox_search f CROSS JOIN inbox_items i ON i.id = f.rowid', id: 'f.rowid', isMatch: true };
  }

  /** Through the table of tags, which is in the order of ids for each tag. */
  #byTag(filter: InboxFilter, tag: string, conditions: Conditions): Walk {
    if (this.#only === undefined)
      conditions.add(`t.profile_id IN (${this.profileMarks}) AND t.tag = ?`, ...this.#profileIds, tag);
    else conditions.add('t.profile_id = ? AND t.tag = ?', this.#only, tag);
    addSiteAndKind(filter, conditions);
    addSource(filter, conditions);
    return { from: 'inbox_tags t CROSS JOIN inbox_items i ON i.id = t.item_id', id: 't.item_id', isMatch: false };
  }

  /**
   * Through the items themselves. An index gives the order of ids for one site or kind of one profile; in any other
   * case the ids are walked: the plus sign keeps SQLite from an index after which it would have to sort. To be counted,
   * items need no order.
   */
  #byPlace(filter: InboxFilter, isForCounting: boolean, conditions: Conditions): Walk {
    const { site, kind, source, unread, snoozed } = filter;
    const isNarrow =
      site !== undefined || kind !== undefined || source === 'watches' || unread === true || snoozed === true;
    if (isForCounting) conditions.add(`i.profile_id IN (${this.profileMarks})`, ...this.#profileIds);
    else if (this.#only !== undefined && isNarrow) conditions.add('i.profile_id = ?', this.#only);
    else conditions.add(`+i.profile_id IN (${this.profileMarks})`, ...this.#profileIds);
    addSiteAndKind(filter, conditions);
    addSource(filter, conditions);
    return { ...ALL_ITEMS, isMatch: false };
  }
}

type Walk = Pick<Selection, 'from' | 'id' | 'isMatch'>;

const ALL_ITEMS = { from: 'inbox_items i', id: 'i.id' };

function addSiteAndKind({ site, kind }: InboxFilter, conditions: Conditions): void {
  if (site !== undefined) conditions.add('i.site_id = ?', site);
  if (kind !== undefined) conditions.add(site === undefined ? 'i.item_type = ?' : '+i.item_type = ?', kind);
}

function addSource({ source, site, kind }: InboxFilter, conditions: Conditions): void {
  if (source === 'inbox') conditions.add('+i.item_type <> ?', MATCH_KIND);
  if (source === 'watches')
    conditions.add(site === undefined && kind === undefined ? 'i.item_type = ?' : '+i.item_type = ?', MATCH_KIND);
}
