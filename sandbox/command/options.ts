import {
  CREDENTIAL_PLACES,
  type CredentialPlace,
  ERROR_STYLES,
  type ErrorStyle,
  type Likeness,
  LIKENESSES,
} from '../behaviour.ts';
import { type App, type Grant, TOKEN_LIFETIME_SECONDS } from '../oauth/apps.ts';
import { BURST_PER_SECOND } from '../api/gate.ts';
import { isScope } from '../api/caller.ts';
import type { Dump } from '../dump/dump.ts';
import { SOCKET_FAULTS, type SocketFault } from '../socket/socket-faults.ts';

// Imported as a module, it would run getters that load much of what nothing here needs.
const { parseArgs } = process.getBuiltinModule('node:util');

/** What the command line asks for. */
export interface CliOptions {
  port: number;
  host: string;
  apps: App[];
  grants: Grant[];
  dumps: Dump[];
  quietWorld: boolean;
  speed: number;
  seed: number;
  file: string;
  /** Epoch seconds; undefined is the machine's present. */
  now: number | undefined;
  quotaAnonymous: number;
  quotaKey: number;
  backoff: number | 'sometimes';
  like: Likeness;
  /** Undefined, as the next two, is what `like` has. */
  credentials: CredentialPlace | undefined;
  refusalText: string | undefined;
  throttle: ErrorStyle | undefined;
  protection: number | undefined;
  socketFault: SocketFault | undefined;
  burst: number;
  cache: boolean;
  control: boolean;
  foreignFilters: 'answer' | 'refuse';
  HELP: boolean;
}

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
  --dump DIR --site NAME   load an unpacked public data dump from DIR as the site NAME, instead of the demo data;
                           several pairs make a network. Nothing happens there by itself. With --db the loaded
                           network is kept, so that a second start is quick
  --domain DOMAIN          the real site's domain, one for each --dump in order; requests can name the site by it
  --quiet-world            nothing happens by itself
  --speed N                things happen N times faster (default 1)
  --seed N                 the number the demo data is generated from (default 1); the same number gives the same data
  --db FILE                keep the network in FILE (default: in memory only); one sandbox at a time uses it, and the
                           next one waits for it to exit
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

/** Wrong options; `message` says which in one line. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError';
}

function number(
  name: string,
  value: string,
  { least, most, whole }: { least: number; most: number; whole: boolean },
): number {
  const read = value.trim() === '' ? Number.NaN : Number(value);
  if (read >= least && read <= most && (!whole || Number.isInteger(read))) return read;
  throw new OptionsError(`--${name} takes a ${whole ? 'whole ' : ''}number from ${least} to ${most}, not "${value}".`);
}

function oneOf<const Word extends string>(name: string, value: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === value);
  if (found !== undefined) return found;
  throw new OptionsError(`--${name} takes ${words.join(' or ')}, not "${value}".`);
}

const count = (name: string, value: string) => number(name, value, { least: 0, most: 1_000_000_000, whole: true });

const APP_PARTS = ['client_id', 'key', 'domain', 'secret', 'name', 'client_side', 'desktop', 'key_expires', 'post'];

function app(value: string): App {
  const parts = new Map(
    value.split(',').map((part): [string, string] => {
      const at = part.indexOf('=');
      if (at < 1) throw new OptionsError('--app takes client_id=ID,key=KEY,domain=DOMAIN[,secret=SECRET][,name=NAME].');
      return [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    }),
  );
  for (const name of parts.keys())
    if (!APP_PARTS.includes(name))
      throw new OptionsError(
        `--app does not know "${name}"; it takes ${APP_PARTS.slice(0, -1).join(', ')} and ${APP_PARTS.at(-1)}.`,
      );
  const needed = (name: string) => {
    const part = parts.get(name);
    if (!part) throw new OptionsError(`--app needs ${name}=….`);
    return part;
  };
  const yesOrNo = (name: string, otherwise: 'yes' | 'no' = 'yes') => {
    const word = parts.get(name) ?? otherwise;
    if (word !== 'yes' && word !== 'no')
      throw new OptionsError(`--app takes ${name}=yes or ${name}=no, not "${word}".`);
    return word === 'yes';
  };
  const secret = parts.get('secret');
  const name = parts.get('name');
  const keyExpires = parts.get('key_expires');
  return {
    clientId: needed('client_id'),
    key: needed('key'),
    domain: needed('domain'),
    clientSide: yesOrNo('client_side'),
    desktop: yesOrNo('desktop'),
    pkce: yesOrNo('pkce'),
    hasPost: yesOrNo('post', 'no'),
    ...(keyExpires ? { keyExpiresAt: time('app key_expires', keyExpires) } : {}),
    ...(secret ? { secret } : {}),
    ...(name ? { name } : {}),
  };
}

/** The token is never repeated in an error: it is as good as a password. */
function grant(value: string): Grant {
  const parts = /^(.+)=(\d+)(?::([\w, ]*))?$/.exec(value);
  if (!parts) throw new OptionsError('--grant takes TOKEN=ACCOUNT:SCOPE,SCOPE, where ACCOUNT is a number.');
  const words = (parts[3] ?? '').split(/[,\s]+/).filter(Boolean);
  const unknown = words.find((word) => !isScope(word));
  if (unknown !== undefined)
    throw new OptionsError(
      `--grant does not know the scope "${unknown}"; there are read_inbox, no_expiry, write_access and private_info.`,
    );
  return { token: parts[1] ?? '', accountId: Number(parts[2]), scopes: words.filter(isScope) };
}

const DOMAIN_PATTERN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

function dumps(folders: string[], sites: string[], domains: string[]): Dump[] {
  if (folders.length !== sites.length)
    throw new OptionsError('Each --dump DIR needs its --site NAME, and each --site its --dump.');
  if (domains.length > 0 && domains.length !== folders.length)
    throw new OptionsError('Give a --domain for each --dump, in the same order, or none.');
  const wrong = domains.find((domain, index) => !DOMAIN_PATTERN.test(domain) || domains.indexOf(domain) !== index);
  if (wrong !== undefined)
    throw new OptionsError(`--domain takes a domain like conlang.stackexchange.com, another for each, not "${wrong}".`);
  return folders.map((folder, index) => {
    const domain = domains[index];
    return { folder, site: sites[index] ?? '', ...(domain === undefined ? {} : { domain }) };
  });
}

function time(name: string, value: string): number {
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.floor(Date.parse(value) / 1000);
  if (seconds >= 0 && seconds <= 253_402_300_799) return seconds;
  throw new OptionsError(`--${name} takes epoch seconds or a time like 2026-01-31T12:00:00Z, not "${value}".`);
}

/** Takes the arguments after the program's name. @throws OptionsError */
export function parseOptions(args: string[]): CliOptions {
  let values;
  try {
    ({ values } = parseArgs({
      args,
      options: {
        port: { type: 'string', default: '0' },
        host: { type: 'string', default: '127.0.0.1' },
        app: { type: 'string', multiple: true, default: [] },
        grant: { type: 'string', multiple: true, default: [] },
        dump: { type: 'string', multiple: true, default: [] },
        site: { type: 'string', multiple: true, default: [] },
        domain: { type: 'string', multiple: true, default: [] },
        'quiet-world': { type: 'boolean', default: false },
        speed: { type: 'string', default: '1' },
        seed: { type: 'string', default: '1' },
        db: { type: 'string', default: ':memory:' },
        now: { type: 'string' },
        'quota-anonymous': { type: 'string', default: '300' },
        'quota-key': { type: 'string', default: '10000' },
        backoff: { type: 'string', default: '0' },
        burst: { type: 'string', default: String(BURST_PER_SECOND) },
        like: { type: 'string', default: 'specification' },
        credentials: { type: 'string' },
        'refusal-text': { type: 'string' },
        throttle: { type: 'string' },
        protection: { type: 'string' },
        'socket-fault': { type: 'string' },
        'no-cache': { type: 'boolean', default: false },
        control: { type: 'boolean', default: false },
        'foreign-filters': { type: 'string', default: 'answer' },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    // One clear line: the rest of Node's message is advice about "--".
    throw new OptionsError(
      `${(error instanceof Error ? error.message : String(error)).split('. ')[0] ?? ''}. See --help.`,
    );
  }
  return {
    port: number('port', values.port, { least: 0, most: 65_535, whole: true }),
    host: values.host,
    apps: values.app.map(app),
    grants: values.grant.map(grant),
    dumps: dumps(
      values.dump,
      values.site,
      values.domain.map((domain) => domain.toLowerCase()),
    ),
    quietWorld: values['quiet-world'],
    speed: number('speed', values.speed, { least: 0.001, most: 10_000, whole: false }),
    seed: number('seed', values.seed, { least: 0, most: 2 ** 32 - 1, whole: true }),
    file: values.db,
    now: values.now === undefined ? undefined : time('now', values.now),
    quotaAnonymous: count('quota-anonymous', values['quota-anonymous']),
    quotaKey: count('quota-key', values['quota-key']),
    backoff: values.backoff === 'sometimes' ? 'sometimes' : count('backoff', values.backoff),
    burst: count('burst', values.burst) || Infinity,
    like: oneOf('like', values.like, LIKENESSES),
    credentials:
      values.credentials === undefined ? undefined : oneOf('credentials', values.credentials, CREDENTIAL_PLACES),
    refusalText: values['refusal-text'],
    throttle: values.throttle === undefined ? undefined : oneOf('throttle', values.throttle, ERROR_STYLES),
    protection:
      values.protection === undefined
        ? undefined
        : number('protection', values.protection, { least: 0, most: 1, whole: false }),
    socketFault:
      values['socket-fault'] === undefined ? undefined : oneOf('socket-fault', values['socket-fault'], SOCKET_FAULTS),
    cache: !values['no-cache'],
    control: values.control,
    foreignFilters: oneOf('foreign-filters', values['foreign-filters'], ['answer', 'refuse']),
    HELP: values.help,
  };
}
