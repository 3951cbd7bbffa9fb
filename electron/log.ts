import { errorStack } from '../common/error-message.ts';

/** What the agent writes for whoever looks into a problem. Adapters decide where it goes. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
  /** Writes the lines that were held back; absent where none are. */
  flush?(): void;
}

const REDACTIONS: [RegExp, string][] = [
  [/((?:access_token|key|client_secret|code_verifier|code|token)=)[^&#\s"'<>]+/gi, '$1[redacted]'],
  [/("(?:access_token|key|client_secret|code_verifier|code|token)"\s*:\s*")[^"]+/gi, '$1[redacted]'],
  // The credential of a request, and the routes that have a token in their path.
  [/(\bbearer\s+)[^\s"'<>{}]+/gi, '$1[redacted]'],
  [/(\/(?:access-tokens|apps)\/)[^/\s"'<>{}]+/gi, '$1[redacted]'],
];

/** A shorter secret could be a word that stands everywhere. */
const MIN_SECRET_LENGTH = 8;

/** Each way in which a secret that this process holds could be written in a text. */
const secretForms = new Set<string>();

/** From here on no redacted text holds this secret, wherever it came from: networks echo what they were sent. */
export function neverTell(secret: string): void {
  if (secret.length < MIN_SECRET_LENGTH) return;
  // A lone surrogate cannot be percent-encoded.
  const encoded = encodeURIComponent(secret.toWellFormed());
  for (const form of [secret, encoded, new URLSearchParams({ '': secret }).toString().slice(1)]) secretForms.add(form);
}

/**
 * Takes any text meant for a log or a person and gives it without tokens, keys or secrets: those that this process
 * holds, and what looks like one in an address or in JSON.
 */
export function redact(text: string): string {
  let kept = text;
  for (const form of secretForms) kept = kept.replaceAll(form, '[redacted]');
  return REDACTIONS.reduce((left, [pattern, replacement]) => left.replace(pattern, replacement), kept);
}

/**
 * Logs an uncaught error, and hands on its redacted text. Node itself would print the whole error, with every property
 * that was attached to it.
 */
export function logUncaught(log: Log, end: (text: string) => void): void {
  process.on('unhandledRejection', (reason) => log.error(`unhandled: ${errorStack(reason)}`));
  process.on('uncaughtException', (error) => {
    const text = redact(errorStack(error));
    log.error(`uncaught: ${text}`);
    end(text);
  });
}

/** Wraps a log so that nothing secret passes through it. */
export function redacted(log: Log): Log {
  return {
    info: (message) => log.info(redact(message)),
    warn: (message) => log.warn(redact(message)),
    error: (message) => log.error(redact(message)),
    ...(log.flush && { flush: () => log.flush?.() }),
  };
}

/** Keeps nothing. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };

/** How many lines are held back at most: those of about two hours in which nothing but polling happens. */
const MAX_HELD = 500;

/** What is used of a logger of electron-log, for a shell's own. */
interface FileLogger<Line> {
  hooks: { push(hook: (line: Line, transport?: never, name?: string) => Line | false): unknown };
  transports: { file: (line: Line) => void };
}

/**
 * Holds back lines that tell of nothing wrong, until one does, there are many, or the program ends, so that the disk
 * may rest. Each keeps the time at which it was logged. Gives what writes them at once.
 */
export function holdBack<Line extends { level?: string }>(logger: FileLogger<Line>): () => void {
  const held: Line[] = [];
  const flush = (): void => {
    for (const line of held.splice(0)) {
      try {
        logger.transports.file(line);
      } catch {
        // A file that cannot be written is no reason to stop, nor to say so where it would be written.
      }
    }
  };
  logger.hooks.push((line, _, transport) => {
    if (transport !== 'file') return line;
    held.push(line);
    if (line.level !== 'info' || held.length >= MAX_HELD) flush();
    return false;
  });
  process.once('exit', flush);
  return flush;
}
