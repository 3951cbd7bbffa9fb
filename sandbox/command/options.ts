import { isScope, SCOPES, TOKEN_LIFETIME_SECONDS } from '../api/caller.ts';
import { BURST_PER_SECOND } from '../api/gate.ts';
import { CREDENTIAL_PLACES, ERROR_STYLES, LIKENESSES, SOCKET_FAULTS } from '../behaviour.ts';
import { DUMP_PARTS, type Dump, type DumpPart } from '../dump/dump.ts';
import type { App, Grant } from '../oauth/apps.ts';
import type { SandboxOptions } from '../server/network.ts';

// Imported as a module, it would run getters that load much of what nothing here needs.
const { parseArgs } = process.getBuiltinModule('node:util');

/** Options of the command line: those of the network, and what is done before it starts. */
export interface CliOptions extends SandboxOptions {
  readonly file: string;
  readonly isReadOnly: boolean;
  readonly dumps: readonly Dump[];
  /** Epoch seconds; undefined is the machine's present. */
  readonly now: number | undefined;
  readonly help: boolean;
}

/** Text of --help. It says which options there are, too: those with a word in capitals after them take a value. */
export const HELP = `A question-and-answer network on your own machine, for trying out clients of its API.

Usage: npm run sandbox -- [options]

Prints one JSON line {"apiBaseUrl":…,"authUrl":…} on standard output when it listens; everything else goes to
standard error. Stop it with Ctrl-C.

  --like WHAT              what the network follows: specification (default), or public for what the public service
                           did in 2026; the README lists the differences
  --credentials PLACE      where requests must send the key and token: query (key and access_token in query or form),
                           header (Authorization: Bearer, the others are refused) or both; default: depends on --like
  --refusal-text TEXT      the answer to a request that sends a key or token outside the header
  --port N                 port to listen on (default 0: a free one)
  --host ADDRESS           address to listen on (default 127.0.0.1: this machine only)
  --app client_id=ID,key=KEY,domain=DOMAIN[,secret=SECRET][,name=NAME][,client_side=no][,desktop=no]
        [,pkce=no][,key_expires=TIME][,post=yes]
                           register an app; can be given several times. There is always the app
                           client_id=demo,key=demo-key,domain=localhost. client_side=no: no implicit flow;
                           desktop=no: no return to /oauth/login_success; pkce=no: no codes with PKCE;
                           key_expires: when the key expires, a TIME as for --now; post=yes: the app has a post,
                           which writing needs with --like public
  --grant TOKEN=ACCOUNT:SCOPE,SCOPE
                           accept TOKEN for the person with that network-wide account id; can be given several
                           times. Scopes: read_inbox, no_expiry, write_access, private_info. Without no_expiry it
                           expires ${TOKEN_LIFETIME_SECONDS} seconds after the start, by the network's clock
  --dump DIR --site NAME   load a public data dump from DIR as the site NAME, instead of the demo data: a folder with
                           its files or archives, or an archive (.7z, for which 7-Zip must be installed); several
                           pairs make a network. Nothing happens there by itself. With --db the loaded network is
                           kept, so that a second start is quick, and a load that was killed goes on
  --domain DOMAIN          the real site's domain, one for each --dump in order; requests can name the site by it
  --only PART,PART         load these parts of the dumps only: ${DUMP_PARTS.slice(0, 5).join(', ')},
                           ${DUMP_PARTS.slice(5).join(', ')}; what is then not known is told
  --quiet-world            nothing happens by itself
  --speed N                things happen N times faster (default 1)
  --seed N                 the number the demo data is generated from (default 1); the same number gives the same data
  --db FILE                keep the network in FILE (default: in memory only); one sandbox at a time uses it, and the
                           next one waits for it to exit
  --read-only              only read the network in the file of --db, which others may read at the same time: nothing
                           happens by itself, writes are refused, and each keeps its own tokens and quotas in memory
  --now TIME               start the network's clock at TIME: epoch seconds, or a date like 2026-01-31T12:00:00Z
  --quota-anonymous N      requests a day without a key (default 300)
  --quota-key N            requests a day with a key (default 10000)
  --backoff N              every answer asks for a pause of N seconds for its method (default 0: no pauses), or
                           "sometimes": now and then one asks for 10 seconds, as on the public service
  --burst N                requests a second before an address is banned for 30 seconds (default 30; 0: no limit)
  --throttle STYLE         how errors are reported: specification (error_id is the HTTP status, throttling is 403) or
                           public (HTTP 400 for every error, throttling is error 502); default: depends on --like
  --protection SHARE       the share of requests, 0 to 1, that get the page of a bot protection (403 or 429, HTML)
                           instead of an answer; default: depends on --like
  --socket-fault KIND      how the socket of --like public fails: mute, duplicate, late, garbage or flood (default: it
                           does not fail)
  --no-cache               answer every request anew; otherwise identical requests within a minute get the same answer
  --foreign-filters WHAT   what to do with a filter created elsewhere: answer with every field (default), or refuse
  --control                add the routes under /_sandbox/ that set the clock, make people act and inject faults
  --help                   print this help

Exit codes: 0 stopped, 1 could not start, 2 wrong options.
`;

/** Options as {@link HELP} names them at the beginning of its lines. */
const OPTIONS = Object.fromEntries(
  [...HELP.matchAll(/^ {2}(--.*?)(?: {2}|$)/gm)]
    .flatMap(([, names = '']) => [...names.matchAll(/--([a-z-]+)( [^-])?/g)])
    .map(([, name = '', value]) => [
      name,
      value === undefined ? ({ type: 'boolean' } as const) : ({ type: 'string', multiple: true } as const),
    ]),
);

/** Wrong options; `message` says which in one line. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError';
}

/** Reads the value of an option. @throws OptionsError */
type Reader<T> = (name: string, value: string) => T;

const numberWithin =
  (least: number, most: number, isWhole = true): Reader<number> =>
  (name, value) => {
    const read = value.trim() === '' ? Number.NaN : Number(value);
    if (read >= least && read <= most && (!isWhole || Number.isInteger(read))) return read;
    throw new OptionsError(
      `--${name} takes a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}, not "${value}".`,
    );
  };
const count = numberWithin(0, 1_000_000_000);

const oneOf =
  <const Word extends string>(words: readonly Word[]): Reader<Word> =>
  (name, value) => {
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    throw new OptionsError(`--${name} takes ${words.join(' or ')}, not "${value}".`);
  };

const asIs: Reader<string> = (_name, value) => value;

const time: Reader<number> = (name, value) => {
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.floor(Date.parse(value) / 1000);
  if (seconds >= 0 && seconds <= 253_402_300_799) return seconds;
  throw new OptionsError(`--${name} takes epoch seconds or a time like 2026-01-31T12:00:00Z, not "${value}".`);
};

/** Parts of --app, with what they are unless they are given. */
const APP_WORDS = { client_id: '', key: '', domain: '', secret: '', name: '', key_expires: '' };
const APP_PARTS = { ...APP_WORDS, client_side: 'yes', desktop: 'yes', pkce: 'yes', post: 'no' };
type AppPart = keyof typeof APP_PARTS;
const isAppPart = (name: string): name is AppPart => Object.hasOwn(APP_PARTS, name);

const listed = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

function app(value: string): App {
  const parts = { ...APP_PARTS };
  for (const part of value.split(',')) {
    const [name = '', ...rest] = part.split('=');
    if (name === '' || rest.length === 0)
      throw new OptionsError('--app takes client_id=ID,key=KEY,domain=DOMAIN[,secret=SECRET][,name=NAME].');
    const known = name.trim();
    if (!isAppPart(known))
      throw new OptionsError(`--app does not know "${known}"; it takes ${listed(Object.keys(APP_PARTS))}.`);
    parts[known] = rest.join('=').trim();
  }
  for (const name of ['client_id', 'key', 'domain'] as const)
    if (parts[name] === '') throw new OptionsError(`--app needs ${name}=….`);
  const isYes = (name: AppPart) => {
    if (parts[name] === 'yes' || parts[name] === 'no') return parts[name] === 'yes';
    throw new OptionsError(`--app takes ${name}=yes or ${name}=no, not "${parts[name]}".`);
  };
  const { client_id: clientId, key, domain, secret, name, key_expires: keyExpires } = parts;
  const rights = { clientSide: isYes('client_side'), desktop: isYes('desktop'), pkce: isYes('pkce') };
  const end = keyExpires && { keyExpiresAt: time('app key_expires', keyExpires) };
  const words = { ...(secret && { secret }), ...(name && { name }) };
  return { clientId, key, domain, ...rights, hasPost: isYes('post'), ...end, ...words };
}

/** The token is never repeated in an error: it is as good as a password. */
function grant(value: string): Grant {
  const parts = /^(.+)=(\d+)(?::([\w, ]*))?$/.exec(value);
  if (!parts) throw new OptionsError('--grant takes TOKEN=ACCOUNT:SCOPE,SCOPE, where ACCOUNT is a number.');
  const words = (parts[3] ?? '').split(/[,\s]+/).filter(Boolean);
  const unknown = words.find((word) => !isScope(word));
  if (unknown !== undefined)
    throw new OptionsError(`--grant does not know the scope "${unknown}"; there are ${listed(SCOPES)}.`);
  return { token: parts[1] ?? '', accountId: Number(parts[2]), scopes: words.filter(isScope) };
}

const DOMAIN_PATTERN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

const parts: Reader<DumpPart[]> = (name, value) => value.split(',').map((part) => oneOf(DUMP_PARTS)(name, part.trim()));

function dumps(folders: string[], sites: string[], domains: string[], only: DumpPart[] | undefined): Dump[] {
  if (only !== undefined && folders.length === 0) throw new OptionsError('--only is for a --dump.');
  if (folders.length !== sites.length)
    throw new OptionsError('Each --dump DIR needs its --site NAME, and each --site its --dump.');
  if (domains.length > 0 && domains.length !== folders.length)
    throw new OptionsError('Give a --domain for each --dump, in the same order, or none.');
  const wrong = domains.find((domain, index) => !DOMAIN_PATTERN.test(domain) || domains.indexOf(domain) !== index);
  if (wrong !== undefined)
    throw new OptionsError(`--domain takes a domain like conlang.stackexchange.com, another for each, not "${wrong}".`);
  return folders.map((folder, index) => {
    const domain = domains[index];
    return { folder, site: sites[index] ?? '', ...(domain !== undefined && { domain }), ...(only && { only }) };
  });
}

/** Reads the arguments after the program's name. @throws OptionsError */
function readArguments(args: string[]): Readonly<Record<string, string[] | true | undefined>> {
  try {
    return parseArgs({ args, options: OPTIONS }).values as Record<string, string[] | true | undefined>;
  } catch (error) {
    // One clear line: the rest of Node's message is advice about "--".
    throw new OptionsError(
      `${(error instanceof Error ? error.message : String(error)).split('. ')[0] ?? ''}. See --help.`,
    );
  }
}

/** Reads the options from the arguments after the program's name. @throws OptionsError */
export function parseOptions(args: string[]): CliOptions {
  const sent = readArguments(args);
  const all = (name: string) => (Array.isArray(sent[name]) ? sent[name] : []);
  const one = <T>(name: string, read: Reader<T>): T | undefined => {
    const value = all(name).at(-1);
    return value === undefined ? undefined : read(name, value);
  };
  const speed = one('speed', numberWithin(0.001, 10_000, false)) ?? 1;
  const domains = all('domain').map((domain) => domain.toLowerCase());
  const isReadOnly = sent['read-only'] === true;
  if (isReadOnly && (all('db').length === 0 || sent['dump'] !== undefined || sent['control'] !== undefined))
    throw new OptionsError('--read-only needs --db FILE, and neither --dump nor --control goes with it.');
  return {
    port: one('port', numberWithin(0, 65_535)) ?? 0,
    host: one('host', asIs) ?? '127.0.0.1',
    apps: all('app').map(app),
    grants: all('grant').map(grant),
    dumps: dumps(all('dump'), all('site'), domains, one('only', parts)),
    speed: sent['quiet-world'] || isReadOnly ? undefined : speed,
    seed: one('seed', numberWithin(0, 2 ** 32 - 1)) ?? 1,
    file: one('db', asIs) ?? ':memory:',
    isReadOnly,
    now: one('now', time),
    quota: { anonymous: one('quota-anonymous', count) ?? 300, key: one('quota-key', count) ?? 10_000 },
    backoff: one('backoff', (name, value) => (value === 'sometimes' ? value : count(name, value))) ?? 0,
    burst: (one('burst', count) ?? BURST_PER_SECOND) || Infinity,
    like: one('like', oneOf(LIKENESSES)) ?? 'specification',
    credentials: one('credentials', oneOf(CREDENTIAL_PLACES)),
    refusalText: one('refusal-text', asIs),
    throttle: one('throttle', oneOf(ERROR_STYLES)),
    protection: one('protection', numberWithin(0, 1, false)),
    socketFault: one('socket-fault', oneOf(SOCKET_FAULTS)),
    cache: !sent['no-cache'],
    control: sent['control'] === true,
    foreignFilters: one('foreign-filters', oneOf(['answer', 'refuse'])) ?? 'answer',
    help: sent['help'] === true,
  };
}
