/** Failure of an exchange before the whole answer arrived. */
export interface Failure {
  kind: 'offline' | 'timeout' | 'bad-answer' | 'cancelled';
  /** One sentence for the user; names no more than the host. */
  message: string;
  /** False only if the network certainly never saw the request, so that sending it again is harmless. */
  mayHaveReached: boolean;
  /** Whether a retry in a moment could help. */
  passing: boolean;
}

/** Sentences by the codes of Node's sockets, its resolver, undici, and Chromium's network stack (without `net::`). */
const UNREACHABLE_SENTENCES = new Map<string, (host: string) => string>([
  ...entries(
    [
      'ENOTFOUND',
      'EAI_AGAIN',
      'EAI_FAIL',
      'EAI_NODATA',
      'EAI_NONAME',
      'ERR_NAME_NOT_RESOLVED',
      'ERR_NAME_RESOLUTION_FAILED',
      'ERR_DNS_TIMED_OUT',
    ],
    (host) => `The address of ${host} could not be found: is there a network connection, and is the name right?`,
  ),
  ...entries(
    ['ECONNREFUSED', 'ERR_CONNECTION_REFUSED'],
    (host) => `Nothing answers at ${host}: the connection was refused.`,
  ),
  ...entries(
    [
      'ENETUNREACH',
      'EHOSTUNREACH',
      'EHOSTDOWN',
      'ENETDOWN',
      'EADDRNOTAVAIL',
      'ERR_ADDRESS_UNREACHABLE',
      'ERR_INTERNET_DISCONNECTED',
      'ERR_NETWORK_IO_SUSPENDED',
    ],
    (host) => `There is no connection to ${host}.`,
  ),
  ...entries(
    ['UND_ERR_CONNECT_TIMEOUT', 'ERR_CONNECTION_TIMED_OUT'],
    (host) => `No connection to ${host} came about in time.`,
  ),
  ...entries(
    [
      'ERR_PROXY_CONNECTION_FAILED',
      'ERR_TUNNEL_CONNECTION_FAILED',
      'ERR_MANDATORY_PROXY_CONFIGURATION_FAILED',
      'ERR_PAC_SCRIPT_FAILED',
    ],
    (host) => `The system's proxy did not connect to ${host}: check the proxy settings.`,
  ),
]);

/** Returns a pattern that matches if any of `patterns` does. */
function anyOf(patterns: readonly RegExp[], flags = ''): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), flags);
}

/** Pattern of errors for an unusable address, whatever the connection. */
const ADDRESS_UNUSABLE = anyOf(
  [
    /^(?:bad port|unknown scheme|URL scheme must be|Failed to parse URL)/,
    /ERR_(?:UNSAFE_PORT|UNKNOWN_URL_SCHEME|INVALID_URL|DISALLOWED_URL_SCHEME)/,
  ],
  'i',
);
/** Pattern of errors for a certificate that was refused before anything was sent. */
const CERTIFICATE_REFUSED =
  /^ERR_(?:CERT|SSL|TLS|BAD_SSL)|^EPROTO$|CERT_|CERTIFICATE|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH/;
/** Pattern of errors for an answer that is not HTTP. */
const NOT_HTTP = anyOf([
  /^HPE_|^Z_|ERR_HTTP2_|ERR_INVALID_HTTP_RESPONSE|UND_ERR_HEADERS_OVERFLOW|ERR_CONTENT_DECODING_FAILED/,
  /ERR_RESPONSE_HEADERS|ERR_TOO_MANY_REDIRECTS|redirect count exceeded/,
  // Node's HTTP parser has no code of its own for this.
  /does not match the HTTP\/1\.1 protocol/,
]);
/** Pattern of Node's and Electron's errors for a redirect that must not be followed, which they do not return. */
const LEADS_ELSEWHERE = /unexpected redirect|attempted to redirect|redirect was cancelled/i;

/**
 * Explains an error of `fetch` (Node's or Electron's) or of a body's stream, for the requested host. An uncertain case
 * counts as "may have reached", since sending twice is the worse mistake.
 */
export function explainFailure(error: unknown, host: string): Failure {
  const signs = signsOf(error);
  for (const sign of signs) {
    const sentence = UNREACHABLE_SENTENCES.get(sign);
    if (sentence) return { kind: 'offline', message: sentence(host), mayHaveReached: false, passing: true };
  }
  if (signs.includes('ETIMEDOUT') && signs.includes('syscall:connect')) {
    return {
      kind: 'offline',
      message: `No connection to ${host} came about in time.`,
      mayHaveReached: false,
      passing: true,
    };
  }
  if (signs.some((sign) => ADDRESS_UNUSABLE.test(sign))) {
    return {
      kind: 'offline',
      message: `The address of ${host} cannot be used: check it.`,
      mayHaveReached: false,
      passing: false,
    };
  }
  if (signs.some((sign) => CERTIFICATE_REFUSED.test(sign))) {
    return {
      kind: 'offline',
      message:
        `A secure connection to ${host} could not be made: ` +
        `check this machine's clock, and whether the network's certificate is trusted here.`,
      mayHaveReached: false,
      passing: false,
    };
  }
  if (signs.some((sign) => LEADS_ELSEWHERE.test(sign))) {
    return {
      kind: 'bad-answer',
      message: `${host} leads elsewhere: is the address right, or does a login page or proxy stand in between?`,
      mayHaveReached: true,
      passing: false,
    };
  }
  if (signs.some((sign) => NOT_HTTP.test(sign))) {
    return {
      kind: 'bad-answer',
      message: `What answers at ${host} is not a web API: is the address right?`,
      mayHaveReached: true,
      passing: false,
    };
  }
  return {
    kind: 'timeout',
    message: `The connection to ${host} broke before the whole answer was there.`,
    mayHaveReached: true,
    passing: false,
  };
}

function entries(codes: string[], sentence: (host: string) => string): [string, (host: string) => string][] {
  return codes.map((code) => [code, sentence]);
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
