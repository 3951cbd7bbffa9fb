/** What the agent writes for whoever looks into a problem. Adapters decide where it goes. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

const REDACTIONS: [RegExp, string][] = [
  [/((?:access_token|key|client_secret|code_verifier|code|token)=)[^&#\s"'<>]+/gi, '$1[redacted]'],
  [/("(?:access_token|key|client_secret|code_verifier|code|token)"\s*:\s*")[^"]+/gi, '$1[redacted]'],
  // The credential of a request, and the routes that have a token in their path.
  [/(\bbearer\s+)[^\s"'<>{}]+/gi, '$1[redacted]'],
  [/(\/(?:access-tokens|apps)\/)[^/\s"'<>{}]+/gi, '$1[redacted]'],
];

/** Takes any text meant for a log and gives it without tokens, keys or secrets, whether in an address or in JSON. */
export function redact(text: string): string {
  return REDACTIONS.reduce((kept, [pattern, replacement]) => kept.replace(pattern, replacement), text);
}

/** Wraps a log so that nothing secret passes through it. */
export function redacted(log: Log): Log {
  return {
    info: (message) => log.info(redact(message)),
    warn: (message) => log.warn(redact(message)),
    error: (message) => log.error(redact(message)),
  };
}

/** Keeps nothing. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
