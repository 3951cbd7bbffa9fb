import { watchOf } from '../../../test/support/watch.ts';
import { SECOND_MS } from '../../../common/durations.ts';

/** Account and site that the rows and watches of an export belong to. */
export interface Owner {
  network: string;
  accountId: number;
  site: { id: string; name: string };
}

/** As long as a key may be, nearly. */
const LONG_KEY_CHARS = 19_900;

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** Text of an export without settings, as an Askbell writes it. */
const exportOf = ({ network, accountId }: Owner, { watches = [] as object[], inbox = [] as object[] }): string =>
  JSON.stringify({
    askbell: 1,
    exportedAt: '2026-06-01T09:00:00.000Z',
    version: '0.0.0',
    settings: {},
    networks: [],
    watches,
    history: [{ network, accountId, displayName: 'Ada', inbox, reputation: [], questions: [], mutedQuestions: [] }],
  });

const item = (site: Owner['site'], key: string, at: number): object => ({
  key,
  itemType: 'comment',
  site,
  title: `How do I count rows number ${at}`,
  excerpt: 'An excerpt about counting',
  link: `https://site.example/${at}`,
  createdAt: Date.UTC(2025, 0, 1) + at * SECOND_MS,
  readAt: Date.UTC(2026, 0, 1),
  tags: [`tag-${at % 300}`],
  person: 'Bob',
  body: 'A body about counting rows.',
});

/** Watches of one site, each of its own tag. */
export const watchesFile = (owner: Owner, count: number): string =>
  exportOf(owner, {
    watches: times(count, (at) =>
      watchOf(`imported-${at}`, owner.site.id, { anyTags: [`tag-${at}`] }, { networkId: owner.network, alert: 'list' }),
    ),
  });

/** Inbox items, all read. */
export const itemsFile = (owner: Owner, count: number): string =>
  exportOf(owner, { inbox: times(count, (at) => item(owner.site, `imported|${at}`, at)) });

/** Items with keys as long as they may be, so many that the file has a size in bytes. */
export const longKeysFile = (owner: Owner, bytes: number): string =>
  exportOf(owner, {
    inbox: times(Math.floor(bytes / LONG_KEY_CHARS), (at) =>
      item(owner.site, `${at}|`.padEnd(LONG_KEY_CHARS, 'k'), at),
    ),
  });

/** An export with names that nobody knows, at its root and in its account, so many that it has a size in bytes. */
export function unknownNamesFile(owner: Owner, bytes: number): string {
  const count = Math.floor(bytes / 2 / '"k00000000":0,'.length);
  const names = (from: number): string => times(count, (at) => `"k${String(from + at).padStart(8, '0')}":0,`).join('');
  return exportOf(owner, {})
    .replace('"askbell":1,', `"askbell":1,${names(0)}`)
    .replace('"inbox":', `${names(50_000_000)}"inbox":`);
}
