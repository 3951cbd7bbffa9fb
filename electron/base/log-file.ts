import electronLog from 'electron-log/node.js';
import { redacted, type Log } from './log.ts';
import { PRIVATE_FILE_MODE, refuseOddFile } from './private-files.ts';

type Logger = ReturnType<typeof electronLog.create>;

/** When this file is full, its lines move to one further file. */
const MAX_FILE_BYTES = 1024 * 1024;

/**
 * Opens a log in this file and redacts secrets. Write errors do not stop the program.
 * @throws UnusableFile if it is not a regular file, for example a pipe without a reader
 */
export function openLogFile(path: string): Log {
  refuseOddFile(path, 'log file');
  const logger = electronLog.create({ logId: path });
  logger.transports.console.level = false;
  // electron-log would look for a name in a nearby package.json, which a package may not have, and then write nothing.
  logger.transports.file.setAppName('Askbell');
  logger.transports.file.level = 'info';
  logger.transports.file.maxSize = MAX_FILE_BYTES;
  logger.transports.file.writeOptions = { ...logger.transports.file.writeOptions, mode: PRIVATE_FILE_MODE };
  logger.transports.file.resolvePathFn = () => path;
  const flush = holdBack(logger);
  return redacted({
    flush,
    info: (message) => logger.info(message),
    warn: (message) => logger.warn(message),
    error: (message) => logger.error(message),
  });
}

/** Maximum number of buffered lines: about two hours of nothing but polling. */
const MAX_HELD = 500;

/**
 * Buffers info-level log lines until a warning or error, the limit, or the end of the program, to spare the disk. Each
 * keeps its original time. Returns a function that flushes the buffer.
 */
function holdBack(logger: Logger): () => void {
  const held: Parameters<Logger['hooks'][number]>[0][] = [];
  const flush = (): void => {
    for (const line of held.splice(0)) {
      try {
        logger.transports.file(line);
      } catch {
        // A write error must not stop the program, and cannot be logged here.
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
