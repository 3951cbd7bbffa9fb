/** Failure of an exchange before the whole response arrived. */
export interface Failure {
  /** Only after `offline` the network certainly never saw the request, so that sending it again is harmless. */
  kind: 'offline' | 'timeout' | 'bad-answer' | 'cancelled';
  /** One sentence for the user; names no more than the host. */
  message: string;
  /** Whether a retry in a moment could help. */
  passing: boolean;
}

const NOT_IN_TIME = 'No connection to {host} came about in time.';

/** Sentences by the codes of Node's sockets, its resolver, undici, and Chromium's network stack (without `net::`). */
const UNREACHABLE: readonly [codes: RegExp, sentence: string][] = [
  [
    /^(?:ENOTFOUND|EAI_(?:AGAIN|FAIL|NODATA|NONAME)|ERR_NAME_(?:NOT_RESOLVED|RESOLUTION_FAILED)|ERR_DNS_TIMED_OUT)$/,
    'The address of {host} could not be found: is there a network connection, and is the name right?',
  ],
  [/^(?:ECONNREFUSED|ERR_CONNECTION_REFUSED)$/, 'Nothing answers at {host}: the connection was refused.'],
  [/^(?:ENETUNREACH|EHOSTUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/, 'There is no connection to {host}.'],
  [/^ERR_(?:ADDRESS_UNREACHABLE|INTERNET_DISCONNECTED|NETWORK_IO_SUSPENDED)$/, 'There is no connection to {host}.'],
  [/^(?:UND_ERR_CONNECT_TIMEOUT|ERR_CONNECTION_TIMED_OUT)$/, NOT_IN_TIME],
  [
    /^ERR_(?:PROXY_CONNECTION|TUNNEL_CONNECTION|MANDATORY_PROXY_CONFIGURATION|PAC_SCRIPT)_FAILED$/,
    "The system's proxy did not connect to {host}: check the proxy settings.",
  ],
];

/** Kinds and sentences by codes and messages, most certain first; none of them passes in a moment. */
const LASTING: readonly [kind: Failure['kind'], sentence: string, ...signs: RegExp[]][] = [
  // An unusable address, whatever the connection.
  [
    'offline',
    'The address of {host} cannot be used: check it.',
    /^(?:bad port|unknown scheme|URL scheme must be|Failed to parse URL)/i,
    /ERR_(?:UNSAFE_PORT|UNKNOWN_URL_SCHEME|INVALID_URL|DISALLOWED_URL_SCHEME)/i,
  ],
  // A certificate that was refused before anything was sent.
  [
    'offline',
    'A secure connection to {host} could not be made: ' +
      "check this machine's clock, and whether the network's certificate is trusted here.",
    /^ERR_(?:CERT|SSL|TLS|BAD_SSL)|^EPROTO$|CERT_|CERTIFICATE|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH/,
  ],
  // Node's and Electron's errors for a redirect that must not be followed, which they do not return.
  [
    'bad-answer',
    '{host} leads elsewhere: is the address right, or does a login page or proxy stand in between?',
    /unexpected redirect|attempted to redirect|redirect was cancelled/i,
  ],
  [
    'bad-answer',
    '{host} compressed its answer in a way that was not asked for: does something stand in between?',
    /^UNASKED_CODING$/,
  ],
  // A response that is not HTTP; Node's HTTP parser has no code of its own for the last.
  [
    'bad-answer',
    'What answers at {host} is not a web API: is the address right?',
    /^HPE_|^Z_|ERR_HTTP2_|ERR_INVALID_HTTP_RESPONSE|UND_ERR_HEADERS_OVERFLOW|ERR_CONTENT_DECODING_FAILED/,
    /ERR_RESPONSE_HEADERS|ERR_TOO_MANY_REDIRECTS|redirect count exceeded|does not match the HTTP\/1\.1 protocol/,
  ],
];

/**
 * Explains an error of `fetch` (Node's or Electron's) or of a body's stream, for the requested host. An uncertain case
 * counts as one that may have reached the network, since sending twice is the worse mistake.
 */
export function explainFailure(error: unknown, host: string): Failure {
  const signs = signsOf(error);
  const failure = (kind: Failure['kind'], sentence: string, passing = false): Failure => ({
    kind,
    message: sentence.replace('{host}', () => host),
    passing,
  });
  for (const sign of signs) {
    const unreachable = UNREACHABLE.find(([codes]) => codes.test(sign));
    if (unreachable) return failure('offline', unreachable[1], true);
  }
  if (signs.includes('ETIMEDOUT') && signs.includes('syscall:connect')) return failure('offline', NOT_IN_TIME, true);
  for (const [kind, sentence, ...patterns] of LASTING)
    if (patterns.some((pattern) => signs.some((sign) => pattern.test(sign)))) return failure(kind, sentence);
  return failure('timeout', 'The connection to {host} broke before the whole answer was there.');
}

/**
 * Returns the codes, calls and messages along the chain of causes; several addresses of one host fail as an aggregate.
 */
function signsOf(error: unknown): string[] {
  const signs: string[] = [];
  const open: unknown[] = [error];
  for (let steps = 0; steps < 20 && open.length > 0; steps++) {
    const at = open.shift();
    if (typeof at !== 'object' || at === null) continue;
    if ('code' in at && typeof at.code === 'string') signs.push(at.code.replace(/^net::/, ''));
    if ('syscall' in at && typeof at.syscall === 'string') signs.push(`syscall:${at.syscall}`);
    if ('message' in at && typeof at.message === 'string') {
      signs.push(at.message);
      const chromium = /net::(ERR_[A-Z0-9_]+)/.exec(at.message)?.[1];
      if (chromium) signs.push(chromium);
    }
    if ('cause' in at) open.push(at.cause);
    if ('errors' in at && Array.isArray(at.errors)) open.push(...at.errors);
  }
  return signs;
}
