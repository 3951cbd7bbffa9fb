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
  accounts: readonly { id: string; network: { name: string } }[];
  sites: readonly { id: string; name: string }[] | undefined;
  watches: readonly Watch[] | undefined;
}

/** Filters of which several values may be chosen. */
export type ListField = 'account' | 'site' | 'kind' | 'tag';

/** Returns how many filters are set; the words to find are not counted. */
export const countActiveFilters = ({ text: _words, grouping: _order, ...filters }: InboxView): number =>
  Object.values(filters).filter((value) => value !== undefined && value !== false).length;

/** Returns a view with one more value of a filter, or without one that it has. */
export function withValue(view: InboxView, field: ListField, value: string): InboxView {
  const values = view[field] ?? [];
  const others = values.filter((one) => one !== value);
  const next = others.length < values.length ? others : [...values, value];
  return { ...view, [field]: next.length > 0 ? next : undefined };
}

/** Whether two views list the same, in whatever order. */
export function isSameView(one: InboxView, other: InboxView): boolean {
  const named = ({ grouping: _order, source: _source, ...filters }: InboxView) =>
    Object.entries(filters)
      .filter(([, value]) => value !== undefined && value !== false)
      .map(([field, value]) => [field, Array.isArray(value) ? value.toSorted() : value].join(' '))
      .toSorted();
  return named(one).join('\n') === named(other).join('\n');
}

/** Whether a filter lists an entry, whatever the words to find and whether or not it is read. */
export function isListed(
  entry: InboxEntry,
  { account, source, watch, site, kind, tag, state, text }: InboxFilter,
): boolean {
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
    account?.includes(entry.account) !== false &&
    site?.includes(entry.site.id) !== false &&
    kind?.includes(entry.itemType) !== false &&
    (tag === undefined || entry.tags.some((each) => tag.includes(each)))
  );
}

/** What a filter and the words to find ask for, part by part, in the order in which the window offers them. */
export function filterParts(
  { watch, unread, state, account, site, kind, tag }: InboxView,
  text: string,
  { words, list }: Pick<Locale, 'words' | 'list'>,
  { accounts, sites, watches }: Known,
): FilterPart[] {
  const rule = watches?.find(({ id }) => id === watch)?.rule;
  const named: [FilterPart['field'], string, string | undefined][] = [
    ['text', words('inbox.filters.words'), text.trim() === '' ? undefined : words('inbox.filters.quoted', { text })],
    ['watch', words('inbox.filters.watch'), watch === undefined ? undefined : rule ? ruleName(rule, { words }) : '…'],
    [
      'account',
      words('inbox.filters.account'),
      account && list(account.map((id) => accounts.find((one) => one.id === id)?.network.name ?? '…')),
    ],
    [
      'site',
      words('inbox.filters.site'),
      site && list(site.map((id) => sites?.find((one) => one.id === id)?.name ?? '…')),
    ],
    ['kind', words('inbox.filters.kind'), kind && list(kind.map((one) => kindName(words, one)))],
    ['tag', words('inbox.filters.tag'), tag && list(tag)],
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
