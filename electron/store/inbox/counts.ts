/**
 * Counts of the inbox, maintained by triggers at every change of an item (database/schema.ts): no code here counts
 * items.
 */
import { MATCH_KIND } from '../../../common/schemas/match-kind.ts';
import { type Database, listOf } from '../database/database.ts';
import type { InboxFilter } from '../../../common/schemas/settings.ts';
import type { InboxOwners } from './inbox-row.ts';

/** Values of the column `state`. */
export const STATES = { unread: 0, read: 1, snoozed: 2, done: 3 } as const;
type State = (typeof STATES)[keyof typeof STATES];

/** Number of items of one profile that are equal in all filtered columns. */
export interface InboxCell {
  profileId: number;
  site: string;
  kind: string;
  /** Watches that found the items, as in the column: a JSON array. */
  watchIds: string;
  state: State;
  n: number;
}

const CELL = 'profile_id AS profileId, site_id AS site, item_type AS kind, watch_ids AS watchIds, state, n';

export const isSearch = ({ text }: InboxFilter): boolean => text !== undefined && text.trim() !== '';

/** Returns the states that a filter lists. */
export const listedStates = (filter: InboxFilter): readonly State[] => {
  const { unread, state } = filter;
  if (unread === true) return [STATES.unread];
  if (state === 'saved') return Object.values(STATES);
  if (state !== undefined) return [STATES[state]];
  return [STATES.unread, STATES.read, ...(isSearch(filter) ? [STATES.snoozed] : [])];
};

/** Whether all watches of a match are muted; false for a network item. */
export const isOfMutedWatches = ({ kind, watchIds }: InboxCell, mutedWatches: readonly string[]): boolean =>
  mutedWatches.length > 0 && kind === MATCH_KIND && listOf<string>(watchIds).every((id) => mutedWatches.includes(id));

/** Returns a site of a profile as a filter of the store names it: two networks may have a site of the same id. */
export const ownSite = (profileId: number, site: string): string => `${profileId}:${site}`;

/** Whether a cell's columns match a filter, apart from its state. */
export const isInCell = (
  cell: Pick<InboxCell, 'profileId' | 'site' | 'kind'> & Partial<InboxCell>,
  { site, kind, source, watch }: InboxFilter,
): boolean =>
  site?.includes(ownSite(cell.profileId, cell.site)) !== false &&
  kind?.includes(cell.kind) !== false &&
  (source === undefined || (source === 'watches') === (cell.kind === MATCH_KIND)) &&
  (watch === undefined || listOf<string>(cell.watchIds ?? '[]').includes(watch));

/** Returns the cells of some profiles, or those of some tags: an item with two of them is in two cells. */
export function inboxCells(db: Database, profileIds: readonly number[], tags: readonly string[] = ['']): InboxCell[] {
  const sql = `SELECT ${CELL} FROM inbox_counts WHERE profile_id = ? AND tag = ?`;
  return profileIds.flatMap((profileId) => tags.flatMap((tag) => db.allUnchanged<InboxCell>(sql, profileId, tag)));
}

/**
 * Returns the unread items of muted questions, except those of muted watches; muted questions and their items are few.
 */
export function mutedCells(db: Database, { profileIds, mutedWatches }: InboxOwners): (InboxCell & { tags: string })[] {
  const sql = `SELECT i.profile_id AS profileId, i.site_id AS site, item_type AS kind, watch_ids AS watchIds, state,
      tags,
      count(*) AS n
    FROM muted_questions q CROSS JOIN inbox_items i INDEXED BY inbox_by_question
      ON i.profile_id = q.profile_id AND i.site_id = q.site_id AND i.question_id = q.question_id
    WHERE q.profile_id = ? AND i.state = ${STATES.unread} GROUP BY 2, 3, 4, 6`;
  return profileIds
    .flatMap((profileId) => db.allUnchanged<InboxCell & { tags: string }>(sql, profileId))
    .filter((cell) => !isOfMutedWatches(cell, mutedWatches));
}

/** Returns the number of items in `cells`. */
export const sumOf = (cells: readonly { n: number }[]): number => cells.reduce((sum, { n }) => sum + n, 0);

/**
 * Returns the number of unread items of one profile, from the network or from watches, without muted questions and
 * watches.
 */
export function unreadCount(
  db: Database,
  profileId: number,
  of: 'network' | 'watches',
  mutedWatches: readonly string[] = [],
): number {
  const isCounted = (cell: InboxCell) =>
    cell.state === STATES.unread &&
    (of === 'watches') === (cell.kind === MATCH_KIND) &&
    !isOfMutedWatches(cell, mutedWatches);
  const owners = { profileIds: [profileId], mutedWatches };
  return sumOf(inboxCells(db, [profileId]).filter(isCounted)) - sumOf(mutedCells(db, owners).filter(isCounted));
}

/** Returns the most frequent tags of a filter's items, with their counts. */
export function inboxTags(
  db: Database,
  owners: InboxOwners,
  filter: InboxFilter,
  limit: number,
): { tag: string; n: number }[] {
  const { profileIds, mutedWatches } = owners;
  const cells = inboxCells(db, profileIds);
  const { site, kind, source, watch, unread } = filter;
  const conditions: [string, string | undefined][] = [
    [`profile_id || ':' || site_id IN (SELECT value FROM json_each(?))`, site && JSON.stringify(site)],
    ['item_type IN (SELECT value FROM json_each(?))', kind && JSON.stringify(kind)],
    ['item_type <> ?', source === 'inbox' ? MATCH_KIND : undefined],
    ['item_type = ?', source === 'watches' ? MATCH_KIND : undefined],
  ];
  if (watch !== undefined || (unread === true && mutedWatches.length > 0)) {
    const wanted = cells.filter(
      (cell) => isInCell(cell, { watch }) && !(unread === true && isOfMutedWatches(cell, mutedWatches)),
    );
    const sets = [...new Set(wanted.map(({ watchIds }) => watchIds))];
    conditions.push(['watch_ids IN (SELECT value FROM json_each(?))', JSON.stringify(sets)]);
  }
  const given = conditions.filter((condition): condition is [string, string] => condition[1] !== undefined);
  const rows = db.allUnchanged<{ tag: string; n: number }>(
    `SELECT tag, sum(n) AS n FROM inbox_counts
       WHERE profile_id IN (${profileIds.map(() => '?').join(', ')}) AND tag <> ''
         AND state IN (${listedStates(filter).join(', ')}) ${given.map(([sql]) => `AND ${sql}`).join(' ')}
       GROUP BY tag ORDER BY sum(n) DESC, tag LIMIT ?`,
    ...profileIds,
    ...given.map(([, value]) => value),
    limit,
  );
  if (unread !== true) return [...rows];
  const muted = mutedCells(db, owners).filter((cell) => isInCell(cell, filter));
  return rows
    .map(({ tag, n }) => ({ tag, n: n - sumOf(muted.filter(({ tags }) => listOf(tags).includes(tag))) }))
    .filter(({ n }) => n > 0)
    .toSorted((a, b) => b.n - a.n || (a.tag < b.tag ? -1 : 1));
}
