import { parseCommandLine, UsageError } from '../command-line.ts';
import type { CredentialPlace } from '../../electron/api/network.ts';

export const USAGE = `Asks a living network each operation that Askbell uses, once, and tells where it differs from what
Askbell expects: from its schemas, and from what the two worlds of the sandbox (--like specification, --like public)
answer.

Usage: npm run check:network -- --base URL [options]
  --base URL            address of the API without the version, for example https://api.stackexchange.com
  --site NAME           the site to ask about (default: the person's first, else the network's first)
  --token-stdin         read an access token from standard input, up to the first line's end; without a token only
                        what everybody may read is asked
  --key KEY             the application's key, where there is no token, or the network wants it beside the token
  --credentials WHERE   where requests say who asks: find-out (default), header or query
  --record DIR          write each answer there as JSON, without anything personal: tokens, keys, names, ids, texts,
                        addresses and dates are replaced, so that the files can become test fixtures
  --help                this text

At most 39 requests are sent, one after the other. Nothing is written to the network: what would write is left out and
listed as such. A pause that the network asks for is kept, and what has to wait for it is left out. The token is printed
and recorded nowhere.

The table goes to standard output, progress to standard error. Each line of the table is a difference:
  breaks     Askbell relies on something that is otherwise here
  new        a field that neither Askbell nor the sandbox knows
  type       a field of another type than in the sandbox
  missing    a field that Askbell reads, that the sandbox always gives, and that never came here
  sandbox    a field that Askbell reads and that the sandbox does not give
  wrapper    the same as "new" and "missing", of the object around the items

Exit codes: 0 nothing that Askbell relies on differs, 1 something does, 2 an option that cannot be used, 3 the network
could not be asked (no connection, the token or key refused, throttled, blocked).
`;

/** What is to be done. */
export type Options =
  | { mode: 'help' }
  | {
      mode: 'check';
      base: string;
      site: string | undefined;
      readsToken: boolean;
      key: string | undefined;
      /** Undefined: to be found out. */
      credentialsIn: CredentialPlace | undefined;
      recordDir: string | undefined;
    };

const PLACES: readonly string[] = ['find-out', 'header', 'query'];

/** Reads the command line, without the program's name. Throws an `UsageError`. */
export function readOptions(args: string[]): Options {
  const { values: given, help } = parseCommandLine(args, {
    options: {
      base: { type: 'string' },
      site: { type: 'string' },
      'token-stdin': { type: 'boolean', default: false },
      key: { type: 'string' },
      credentials: { type: 'string', default: 'find-out' },
      record: { type: 'string' },
    },
  });
  if (help) return { mode: 'help' };
  const { base } = given;
  if (base === undefined) throw new UsageError('--base is needed: the address of the API, without the version.');
  const url = URL.parse(base);
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(`--base takes an http(s) address, not "${base}".`);
  if (!PLACES.includes(given.credentials))
    throw new UsageError(`--credentials takes ${PLACES.join(', ')}, not "${given.credentials}".`);
  return {
    mode: 'check',
    base,
    site: given.site,
    readsToken: given['token-stdin'],
    key: given.key,
    credentialsIn: given.credentials === 'find-out' ? undefined : (given.credentials as CredentialPlace),
    recordDir: given.record,
  };
}
