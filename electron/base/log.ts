import { errorStack } from '../../common/error-message.ts';

/** Log for diagnosing problems. Adapters decide where it is written. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
  /** Writes buffered lines; absent if the log has no buffer. */
  flush?(): void;
}

const REDACTIONS: [RegExp, string][] = [
  [/((?:access_token|key|client_secret|code_verifier|code|token)=)[^&#\s"'<>]+/gi, '$1[redacted]'],
  [/("(?:access_token|key|client_secret|code_verifier|code|token)"\s*:\s*")[^"]+/gi, '$1[redacted]'],
  // The credential of a request, and the routes that have a token in their path.
  [/(\bbearer\s+)[^\s"'<>{}]+/gi, '$1[redacted]'],
  [/(\/(?:access-tokens|apps)\/)[^/\s"'<>{}]+/gi, '$1[redacted]'],
];

/** Minimum length of a redacted secret; a shorter one could be a common word. */
const MIN_SECRET_LENGTH = 8;

/** Encodings of each secret known to this process. */
const secretForms = new Set<string>();

/** Redacts this secret in all later texts, even if a network echoes it. */
export function neverTell(secret: string): void {
  if (secret.length < MIN_SECRET_LENGTH) return;
  for (const form of formsOf(secret)) secretForms.add(form);
}

/** Returns a secret as it is, and as addresses and forms encode it. */
export function formsOf(secret: string): string[] {
  // A lone surrogate cannot be percent-encoded.
  const encoded = encodeURIComponent(secret.toWellFormed());
  return [...new Set([secret, encoded, new URLSearchParams({ '': secret }).toString().slice(1)])];
}

/**
 * Returns a text for a log or a user without tokens, keys or secrets: those known to this process, and values that look
 * like one in an address or in JSON.
 */
export function redact(text: string): string {
  let kept = text;
  for (const form of secretForms) kept = kept.replaceAll(form, '[redacted]');
  return REDACTIONS.reduce((left, [pattern, replacement]) => left.replace(pattern, replacement), kept);
}

/**
 * Logs uncaught errors, and calls `end` with their redacted text. Node would print the whole error with all its
 * properties.
 */
export function logUncaught(log: Log, end: (text: string) => void): void {
  process.on('unhandledRejection', (reason) => log.error(`unhandled: ${errorStack(reason)}`));
  process.on('uncaughtException', (error) => {
    const text = redact(errorStack(error));
    log.error(`uncaught: ${text}`);
    end(text);
  });
}

/** Wraps a log so that secrets are redacted. */
export function redacted(log: Log): Log {
  return {
    info: (message) => log.info(redact(message)),
    warn: (message) => log.warn(redact(message)),
    error: (message) => log.error(redact(message)),
    ...(log.flush && { flush: () => log.flush?.() }),
  };
}

/** Log that discards all lines. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
