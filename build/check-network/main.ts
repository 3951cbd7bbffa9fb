import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import packageJson from '../../package.json' with { type: 'json' };
import { namingAskbell } from '../../electron/api/http/request.ts';
import { ENDPOINTS } from '../../electron/api/endpoints.ts';
import type { CredentialPlace } from '../../electron/api/network.ts';
import { startSandbox, type SandboxOptions } from '../../sandbox/server/server.ts';
import { endForUsage, parseCommandLine, UsageError } from '../command-line.ts';
import { askAll, type Answers, type Asked } from './ask-all.ts';
import { compare, SOURCES, type Difference } from './compare.ts';

const USAGE = `Asks a living network each operation that Askbell uses, once, and tells where it differs from what
Askbell expects: from its schemas, and from what the two worlds of the sandbox (--like specification, --like public)
answer.

Usage: npm run check:network -- --base URL [options]
  --base URL            address of the API without the version, for example https://api.stackexchange.com
  --site NAME           the site to ask about (default: the person's first, else the network's first)
  --token-stdin         read an access token from standard input, up to the first line's end; without a token only
                        what everybody may read is asked
  --key KEY             the application's key, where there is no token, or the network wants it beside the token
  --credentials WHERE   where requests say who asks: find-out (default), header or query
  --help                this text

At most 39 requests are sent, one after the other. Nothing is written to the network: what would write is left out and
listed as such. A pause that the network asks for is kept, and what has to wait for it is left out. The token is printed
nowhere.

Differences go to standard output, progress to standard error. Each line is one, by its kind:
  breaks     Askbell relies on something that is otherwise here
  new        a field that neither Askbell nor the sandbox knows
  type       a field of another type than in the sandbox
  missing    a field that Askbell reads, that the sandbox always gives, and that never came here
  sandbox    a field that Askbell reads and that the sandbox does not give
  wrapper    the same as "new" and "missing", of the object around the items

Exit codes: 0 nothing that Askbell relies on differs, 1 something does, 2 an option that cannot be used, 3 the network
could not be asked (no connection, the token or key refused, throttled, blocked).
`;

const PLACES: readonly string[] = ['find-out', 'header', 'query'];
const TOKEN = 'check-network-token';

/** Parses the command line. @throws UsageError */
export function readOptions(args: string[]) {
  const { values, help } = parseCommandLine(args, {
    options: {
      base: { type: 'string', default: '' },
      site: { type: 'string' },
      'token-stdin': { type: 'boolean', default: false },
      key: { type: 'string' },
      credentials: { type: 'string', default: 'find-out' },
    },
  });
  const { base, credentials } = values;
  if (help) return { ...values, help };
  if (!/^https?:$/.test(URL.parse(base)?.protocol ?? ''))
    throw new UsageError(`--base takes the http(s) address of the API, without the version, not "${base}".`);
  if (!PLACES.includes(credentials))
    throw new UsageError(`--credentials takes ${PLACES.join(', ')}, not "${credentials}".`);
  return { ...values, help };
}

/** Returns the answers of a world of the sandbox to the same operations. `more`: its data, and the like. */
export async function askWorld(like: 'specification' | 'public', more: SandboxOptions = {}): Promise<Asked[]> {
  const folder = mkdtempSync(join(tmpdir(), 'askbell-check-'));
  const sandbox = await startSandbox({
    like,
    protection: 0,
    file: join(folder, 'network.sqlite'),
    grants: [{ token: TOKEN, accountId: 1, scopes: ['read_inbox', 'no_expiry', 'private_info'] }],
    ...more,
  });
  try {
    const credentials = { key: 'demo-key', accessToken: TOKEN };
    return (await askAll({ base: sandbox.apiBaseUrl, credentials })).asked;
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns a line for each difference, the breaking ones first. */
export const linesOf = (differences: readonly Difference[]): string[] =>
  differences
    .toSorted((a, b) => Number(b.finding === 'breaks') - Number(a.finding === 'breaks'))
    .map(({ finding, operation, field, ...by }) =>
      [finding, operation, field, ...SOURCES.map((source) => `${source}: ${by[source].slice(0, 44)}`)].join('\t'),
    );

function progress({ name, leftOut, error, status, items }: Asked): string {
  const { path } = ENDPOINTS[name];
  if (leftOut !== undefined) return `${path}: left out, ${leftOut}`;
  return error ? `${path}: ${error.kind}. ${error.message}` : `${path}: HTTP ${status ?? '?'}, ${items.length} items`;
}

/** Returns the closing lines. */
export function summary({ asked, requests, credentialsIn, stoppedBy }: Answers, found: readonly Difference[]): string {
  const breaking = found.filter(({ finding }) => finding === 'breaks').length;
  const left = asked.filter(({ leftOut }) => leftOut !== undefined).length;
  return [
    `${asked.length - left} operations asked with ${requests} requests, ${left} left out.`,
    ...(credentialsIn === undefined ? [] : [`It reads who asks in the ${credentialsIn}.`]),
    ...(stoppedBy ? [`Stopped: ${stoppedBy.message}`] : []),
    breaking === 0 ? 'Nothing that Askbell relies on differs.' : `Differences that break something: ${breaking}.`,
  ].join('\n');
}

/** Runs the command; returns the exit code. @throws UsageError */
export async function checkNetwork(args: string[], input: () => Promise<string>, world = askWorld): Promise<number> {
  const { help, base, site, key, credentials, 'token-stdin': readsToken } = readOptions(args);
  if (help) {
    console.log(USAGE.trimEnd());
    return 0;
  }
  const accessToken = readsToken ? (await input()).split(/\r?\n/, 1)[0]!.trim() : undefined;
  if (accessToken === '') throw new UsageError('--token-stdin: there is no token on the input.');
  const answers = await askAll({
    base,
    site,
    credentials: { ...(key !== undefined && { key }), ...(accessToken && { accessToken }) },
    credentialsIn: credentials === 'find-out' ? undefined : (credentials as CredentialPlace),
    fetch: namingAskbell(globalThis.fetch, packageJson.version),
    onAsked: (asked) => console.error(progress(asked)),
  });
  console.error('Asking the two worlds of the sandbox …');
  const specification = await world('specification');
  const differences = compare({ here: answers.asked, specification, public: await world('public') });
  console.log([...linesOf(differences), summary(answers, differences)].join('\n'));
  if (answers.stoppedBy) return 3;
  return differences.some(({ finding }) => finding === 'breaks') ? 1 : 0;
}

if (import.meta.main)
  process.exitCode = await checkNetwork(process.argv.slice(2), () => text(process.stdin)).catch((error: unknown) =>
    endForUsage(error, USAGE),
  );
