import type { InboxEntry, InboxFilter, InboxView, Watch } from '../../../common/contract/contract.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { kindName } from '../../../common/i18n/network-names.ts';
import { ruleName } from '../../../common/i18n/rule-words.ts';

/** One thing that a filter asks for, in words. */
export interface FilterPart {
  field: keyof InboxView;
  /** What it is about, such as "Site"; the name of a switch says all by itself. */
  filter: string;
  value?: string | undefined;
}

interface Known {
  sites: readonly { id: string; name: string }[] | undefined;
  watches: readonly Watch[] | undefined;
}

/** Returns how many filters are set; the words to find are not counted. */
export const countActiveFilters = ({ source, watch, site, kind, tag, unread, state }: InboxFilter): number =>
  [source, watch, site, kind, tag, unread, state].filter((value) => value !== undefined && value !== false).length;

/** Whether a filter lists an entry, whatever the words to find and whether or not it is read. */
export function isListed(entry: InboxEntry, { source, watch, site, kind, tag, state, text }: InboxFilter): boolean {
  const { done, saved, snoozedUntil } = entry;
  const isInState = {
    snoozed: snoozedUntil !== undefined,
    saved: saved === true,
    done: done === true,
    open: done !== true && (snoozedUntil === undefined || (text ?? '').trim() !== ''),
  };
  return (
    isInState[state ?? 'open'] &&
    (source === undefined || (source === 'watches') === (entry.watchIds !== undefined)) &&
    (watch === undefined || entry.watchIds?.includes(watch) === true) &&
    (site ?? entry.site.id) === entry.site.id &&
    (kind ?? entry.itemType) === entry.itemType &&
    (tag === undefined || entry.tags.includes(tag))
  );
}

/** What a filter and the words to find ask for, part by part, in the order in which the window offers them. */
export function filterParts(
  { watch, unread, state, site, kind, tag }: InboxView,
  text: string,
  { words }: Pick<Locale, 'words'>,
  { sites, watches }: Known,
): FilterPart[] {
  const rule = watches?.find(({ id }) => id === watch)?.rule;
  const named: [FilterPart['field'], string, string | undefined][] = [
    ['text', words('inbox.filters.words'), text.trim() === '' ? undefined : words('inbox.filters.quoted', { text })],
    ['watch', words('inbox.filters.watch'), watch === undefined ? undefined : rule ? ruleName(rule, { words }) : '…'],
    ['site', words('inbox.filters.site'), site && (sites?.find(({ id }) => id === site)?.name ?? '…')],
    ['kind', words('inbox.filters.kind'), kind === undefined ? undefined : kindName(words, kind)],
    ['tag', words('inbox.filters.tag'), tag],
  ];
  return [
    ...named.flatMap(([field, filter, value]) => (value === undefined ? [] : [{ field, filter, value }])),
    ...(unread === true ? [{ field: 'unread' as const, filter: words('inbox.filters.unread') }] : []),
    ...(state === undefined ? [] : [{ field: 'state' as const, filter: words(`inbox.filters.${state}`) }]),
  ];
}

/** What marking read covers: everything unread, or `count` items of what the filter leaves. */
export function markReadWords(count: number, parts: readonly FilterPart[], { words, list }: Locale): string {
  if (count === 0) return words('inbox.markNone');
  // Only what is unread can be marked, so that this filter changes nothing.
  const where = parts.flatMap(({ field, filter, value }) => (field === 'unread' ? [] : [value ?? filter]));
  return where.length === 0 ? words('inbox.markAll', { count }) : words('inbox.markIn', { count, where: list(where) });
}
