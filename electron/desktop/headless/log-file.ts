import electronLog from 'electron-log/node.js';
import { holdBack, redacted } from '../../log.ts';
import type { Log } from '../../log.ts';
import { PRIVATE_FILE_MODE, refuseOddFile } from '../../private-files.ts';

/** Older lines go to one further file when this one is full. */
const MAX_FILE_BYTES = 1024 * 1024;

/**
 * Opens a log in this file, with nothing secret in it. A file that cannot be written is no reason to stop. @throws
 * UnusableFile where it is none, such as a pipe, which nobody may ever read
 */
export function openLogFile(path: string): Log {
  refuseOddFile(path, 'log file');
  const logger = electronLog.create({ logId: path });
  logger.transports.console.level = false;
  // It would look for a name in a package.json nearby, which a package may not have, and write nothing then.
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
