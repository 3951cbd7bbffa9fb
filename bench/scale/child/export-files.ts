import { SECOND_MS } from '../../../common/durations.ts';

/** Account and site that the rows and watches of an export belong to. */
export interface Owner {
  network: string;
  accountId: number;
  site: { id: string; name: string };
}

const NO_RULE = { anyTags: [], allTags: [], noTags: [], titleWords: [], unanswered: false, bounty: false };
/** As long as a key may be, nearly. */
const LONG_KEY_CHARS = 19_900;

/** Text of an export without settings, as an Askbell writes it. */
function exportOf({ network, accountId }: Owner, watches: object[], inbox: object[], more: object = {}): string {
  return JSON.stringify({
    askbell: 1,
    exportedAt: '2026-06-01T09:00:00.000Z',
    version: '0.0.0',
    settings: {},
    networks: [],
    watches,
    history: [
      { network, accountId, displayName: 'Ada', inbox, reputation: [], questions: [], mutedQuestions: [], ...more },
    ],
  });
}

/** Watches of one site, each of its own tag. */
export function watchesFile(owner: Owner, count: number): string {
  const { network, site } = owner;
  const watches = Array.from({ length: count }, (_, at) => ({
    id: `imported-${at}`,
    networkId: network,
    siteId: site.id,
    siteName: site.name,
    rule: { ...NO_RULE, anyTags: [`tag-${at}`] },
    alert: 'list',
    muted: false,
  }));
  return exportOf(owner, watches, []);
}

const item = ({ site }: Owner, key: string, at: number): object => ({
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

/** Inbox items, all read. */
export const itemsFile = (owner: Owner, count: number): string =>
  exportOf(
    owner,
    [],
    Array.from({ length: count }, (_, at) => item(owner, `imported|${at}`, at)),
  );

/** Items with keys as long as they may be, so many that the file has a size in bytes. */
export const longKeysFile = (owner: Owner, bytes: number): string =>
  exportOf(
    owner,
    [],
    Array.from({ length: Math.floor(bytes / LONG_KEY_CHARS) }, (_, at) =>
      item(owner, `${at}|`.padEnd(LONG_KEY_CHARS, 'k'), at),
    ),
  );

/** An export with names that nobody knows, at its root and in its account, so many that it has a size in bytes. */
export function unknownNamesFile(owner: Owner, bytes: number): string {
  const [each, half] = ['"k00000000":0,', bytes / 2];
  const names = (from: number): string =>
    Array.from(
      { length: Math.floor(half / each.length) },
      (_, at) => `"k${String(from + at).padStart(8, '0')}":0`,
    ).join();
  const text = exportOf(owner, [], []);
  return text.replace('"askbell":1,', `"askbell":1,${names(0)},`).replace('"inbox":', `${names(50_000_000)},"inbox":`);
}
