import { decodeHTML } from 'entities';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../common/durations.ts';
import type { ForwardTargetView, InboxEntry, Watch } from '../../common/contract/contract.ts';
import type { Locale } from '../../common/i18n/locale.ts';
import type { terminal } from '../../common/i18n/locales/en/run-status.ts';
import { kindName } from '../../common/i18n/network-names.ts';
import { syncWords } from '../../common/i18n/state-words.ts';
import type { Words } from '../../common/i18n/words.ts';
import { ITEM_SNOOZE_LENGTHS, SNOOZE_ENDS, type ItemSnoozeLength } from '../../common/snooze.ts';
import { Browser } from '../desktop/headless/window/browser.ts';
import type { Client } from './client.ts';
import { OptionsError, type GivenCommand } from './options.ts';
import type { Result } from './output.ts';

/** Circumstances of a command. */
interface Asking {
  client: Client;
  given: GivenCommand;
  locale: Locale;
  /** In ms since the epoch. */
  now: number;
}
type Action = (asking: Asking) => Promise<Result>;

const UNITS: Record<string, number> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** Parses the end of a snooze: `30m`, `2h`, a name such as `tomorrow`, or a date. @throws OptionsError */
export function snoozeEnd(text: string, now: number): Date {
  const [, count, unit = ''] = /^(\d+)([mhd])$/.exec(text) ?? [];
  if (Object.hasOwn(SNOOZE_ENDS, text)) return new Date(SNOOZE_ENDS[text as keyof typeof SNOOZE_ENDS](now));
  // JavaScript takes a bare number for a month or a year.
  const date = new Date(count !== undefined ? now + Number(count) * UNITS[unit]! : /^\d{4}-/.test(text) ? text : NaN);
  if (Number.isNaN(date.getTime()))
    throw new OptionsError(`"${text}" is no time: use 30m, 2h, 1d, ${Object.keys(SNOOZE_ENDS).join(', ')} or a date.`);
  return date;
}

const headsOf = (words: Words, table: keyof typeof terminal.heads): string[] =>
  words(`terminal.heads.${table}`).split('|');

/** Returns the number that people type, or the key of an entry without one. */
const nameOf = ({ number, key }: InboxEntry): string => (number === undefined ? key : String(number));

/** Returns entries as rows. */
function listed(data: { entries: InboxEntry[]; hasMore: boolean }, { words, shortAge }: Locale, now: number): Result {
  const rows = data.entries.map((entry) => [
    nameOf(entry),
    entry.unread ? '*' : '',
    shortAge(entry.createdAt, now),
    kindName(words, entry.itemType),
    entry.site.name,
    entry.title,
  ]);
  return { data, heads: headsOf(words, 'items'), rows, ...(rows.length === 0 && { text: words('terminal.nothing') }) };
}

/** Returns the text of a post, a line for each block. */
const textOf = (html: string): string =>
  decodeHTML(html.replaceAll(/<br[^>]*>|<\/(?:p|li|h\d|pre|blockquote|tr)>/gi, '\n').replaceAll(/<[^>]+>/g, ''))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

const limitOf = ({ flags }: GivenCommand): number => {
  const limit = Number(flags['limit']);
  if (!Number.isInteger(limit) || limit < 1 || limit > 200)
    throw new OptionsError(`--limit takes a number from 1 to 200, not "${String(flags['limit'])}".`);
  return limit;
};

/** Returns one page, cut to its limit: the contract completes days. */
async function page({ client, given, locale, now }: Asking, filter: Parameters<Client['inbox']['list']>[0]['filter']) {
  const limit = limitOf(given);
  const { entries, hasMore } = await client.inbox.list({ filter, limit });
  return listed({ entries: entries.slice(0, limit), hasMore: hasMore || entries.length > limit }, locale, now);
}

const found = (client: Client, ids: readonly string[]): Promise<InboxEntry[]> =>
  Promise.all(ids.map((id) => client.inbox.find({ id })));

/** Opens an item in the browser of who asks, and marks it read. */
export const open: Action = async ({ client, given: { args } }) => {
  const { key, link } = await client.inbox.find({ id: args[0]! });
  const opened = link !== undefined && (await new Browser().open(link));
  await client.inbox.open({ key, opened: true });
  return { data: { opened, address: link }, text: opened ? '' : (link ?? '') };
};

const show: Action = async ({ client, given: { args }, locale: { words, fullDate } }) => {
  const entry = await client.inbox.find({ id: args[0]! });
  const reading = await client.inbox.read({ key: entry.key });
  const { post } = reading;
  const facts = [kindName(words, entry.itemType), entry.site.name, post?.owner?.name ?? entry.person];
  const text = [
    entry.title,
    [...facts, fullDate(entry.createdAt)].filter((fact) => fact !== undefined).join(' · '),
    entry.link ?? '',
    '',
    post ? textOf(post.html) : entry.excerpt,
  ];
  return { data: { entry, reading }, text: text.join('\n') };
};

const read: Action = async ({ client, given: { args, flags }, locale: { words } }) => {
  if ((args.length === 0) !== (flags['all'] === true)) throw new OptionsError('read takes items, or --all.');
  const keys = (await found(client, args)).map(({ key }) => key);
  const data = flags['all'] ? await client.inbox.markAllRead() : await client.inbox.mark({ keys, as: 'read' });
  return { data, text: words('inbox.done.read', { count: data.changed }) };
};

const mute: Action = async ({ client, given: { args, flags }, locale: { words } }) => {
  const { key } = await client.inbox.find({ id: args[0]! });
  const muted = flags['off'] !== true;
  const data = await client.inbox.mute({ keys: [key], muted });
  return { data, text: words(muted ? 'inbox.done.muted' : 'inbox.done.unmuted', { count: 1 }) };
};

const snooze: Action = async ({ client, given, locale: { words, clockTime }, now }) => {
  const [time = '', ...ids] = given.args;
  const keys = (await found(client, ids)).map(({ key }) => key);
  if (time === 'off') {
    if (keys.length > 0) return { data: await client.inbox.mark({ keys, as: 'listed' }), text: '' };
    await client.polling.endSnooze();
    return { data: {}, text: words('terminal.awake') };
  }
  const until = snoozeEnd(time, now);
  if (keys.length > 0) {
    const named = Object.hasOwn(ITEM_SNOOZE_LENGTHS, time) ? (time as ItemSnoozeLength) : until;
    const data = await client.inbox.snooze({ keys, until: named });
    return { data, text: words('terminal.hidden', { items: data.changed, at: clockTime(data.until, now) }) };
  }
  await client.polling.snooze({ for: until });
  return { data: { until }, text: words('runStatus.snoozed', { at: clockTime(until, now) }) };
};

/** Returns the rule of a watch, and its site. @throws OptionsError for a site that the network does not have */
async function ruleOf({ client, given: { args, flags } }: Asking) {
  const sites = await client.watches.sites();
  const wanted = (flags['site'] as string | undefined)?.toLowerCase();
  const isWanted = ({ id, name }: { id: string; name: string }) =>
    wanted === undefined || [id, id.slice(id.indexOf('/') + 1), name].some((each) => each.toLowerCase() === wanted);
  const site = sites.find(isWanted);
  if (!site) throw new OptionsError(`There is no site "${String(flags['site'])}".`);
  const score = flags['minScore'];
  if (score !== undefined && !/^-?\d+$/.test(String(score)))
    throw new OptionsError(`--min-score takes a number, not "${String(score)}".`);
  const rule = {
    [flags['all'] ? 'allTags' : 'anyTags']: args,
    noTags: flags['not'] as string[] | undefined,
    titleWords: flags['words'] as string[] | undefined,
    ...(score !== undefined && { minScore: Number(score) }),
    unanswered: flags['unanswered'] === true,
    bounty: flags['bounty'] === true,
  };
  return { site: site.id, rule };
}

const watchRow = ({ id, site, name, thisWeek, cost }: Watch): string[] => [
  id.slice(0, 8),
  site.name,
  String(thisWeek),
  String(Math.round(cost.requestsPerDay)),
  name,
];

const watchList: Action = async ({ client, locale: { words } }) => {
  const data = await client.watches.list();
  return { data, heads: headsOf(words, 'watches'), rows: data.watches.map(watchRow) };
};

const watchAdd: Action = async (asking) => {
  const alert = asking.given.flags['alert'] as Watch['alert'];
  const data = await asking.client.watches.add({ ...(await ruleOf(asking)), alert });
  return { data, text: asking.locale.words('terminal.watching', { name: data.name }) };
};

const watchPreview: Action = async (asking) => {
  const data = await asking.client.watches.preview(await ruleOf(asking));
  const { words, shortAge } = asking.locale;
  const heads = headsOf(words, 'matches');
  const values = { questions: data.thisWeek, requests: Math.round(data.cost.requestsPerDay) };
  const rows = data.matches.map(({ createdAt, title }) => [shortAge(createdAt, asking.now), title]);
  return { data, text: words('terminal.preview', values), heads, rows };
};

/** Returns the one whose id begins with a text. @throws OptionsError if there is none, or several */
function byPrefix<T extends { id: string }>(all: readonly T[], prefix: string): T {
  const [first, other] = all.filter(({ id }) => id.startsWith(prefix));
  if (!first || other) throw new OptionsError(`No id, or more than one, begins with "${prefix}": see the list.`);
  return first;
}

const watchRemove: Action = async ({ client, given: { args }, locale: { words } }) => {
  const { watches } = await client.watches.list();
  const watch = byPrefix(watches, args[0]!);
  return { data: await client.watches.remove({ id: watch.id }), text: words('terminal.removed', { name: watch.name }) };
};

const placeOf = ({ kind, address, to }: ForwardTargetView): string => (kind === 'email' ? to : address);

const forwardList: Action = async ({ client, locale: { words } }) => {
  const data = await client.forwarding.list();
  const rows = data.map((target) => [target.id.slice(0, 8), target.kind, placeOf(target)]);
  return { data, heads: headsOf(words, 'targets'), rows };
};

const forwardExec: Action = async ({ client, given: { args, flags }, locale: { words } }) => {
  const [address = ''] = args;
  const { kinds, when } = flags as Record<string, never>;
  const data = await client.forwarding.save({ kind: 'command', address, kinds, when });
  return { data, text: words('terminal.forwards', { name: address }) };
};

const forwardRemove: Action = async ({ client, given: { args }, locale: { words } }) => {
  const target = byPrefix(await client.forwarding.list(), args[0]!);
  const data = await client.forwarding.remove({ id: target.id });
  return { data, text: words('terminal.removed', { name: placeOf(target) }) };
};

const reputation: Action = async ({ client, locale: { words, number, signed } }) => {
  const data = await client.reputation.list();
  const heads = headsOf(words, 'reputation');
  const rows = data.accounts.map(({ site, today, ...own }) => [number(own.reputation), signed(today), site.name]);
  return { data, heads, rows };
};

const sync: Action = async ({ client, locale, now }) => {
  const data = await client.polling.syncNow();
  return { data, text: syncWords(locale, data, now) };
};

/** Commands that the contract answers, by name. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  inbox: (asking) => {
    const { all, state, source } = asking.given.flags as Record<string, never>;
    return page(asking, { unread: all || state ? undefined : true, state, source });
  },
  search: (asking) => page(asking, { text: asking.given.args.join(' ') }),
  show,
  read,
  mute,
  snooze,
  'watch list': watchList,
  'watch add': watchAdd,
  'watch preview': watchPreview,
  'watch remove': watchRemove,
  'forward list': forwardList,
  'forward exec': forwardExec,
  'forward remove': forwardRemove,
  reputation,
  sync,
  async pause({ client, locale: { words } }) {
    return { data: await client.polling.pause(), text: words('runStatus.paused') };
  },
  async resume({ client, locale: { words } }) {
    return { data: await client.polling.resume(), text: words('terminal.resumed') };
  },
};
