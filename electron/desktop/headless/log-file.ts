import electronLog from 'electron-log/node.js';
import { holdBack, redacted } from '../../base/log.ts';
import type { Log } from '../../base/log.ts';
import { PRIVATE_FILE_MODE, refuseOddFile } from '../../base/private-files.ts';

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
