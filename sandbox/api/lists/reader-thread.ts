import { DatabaseSync } from 'node:sqlite';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { ApiError } from '../errors.ts';
import type { NetworkBehaviour } from '../../behaviour.ts';
import { createStatements } from '../../world/database/statements.ts';
import { defineTextFunctions } from '../../world/database/text.ts';
import { readList, type List } from './list.ts';

/** Data of a thread that reads lists. */
export interface ReaderData {
  readonly file: string;
  readonly behaviour: NetworkBehaviour;
}

/** Entry of a thread: this file, or in a bundle the one that it has become part of. */
export const READER_THREAD = new URL(import.meta.url);

/** Result of a list in the thread. */
export type Reading =
  | { readonly bytes: Uint8Array<ArrayBuffer>; readonly length: number; readonly crc: number }
  | { readonly refusal: Pick<ApiError, 'id' | 'message' | 'errorName'> }
  | { readonly failure: string };

/** Bytes of the file that are read through the system's own cache of it, and so are there but once for all threads. */
const MAPPED_BYTES = 4 * 1024 ** 3;

function serve({ file, behaviour }: ReaderData): void {
  const db = new DatabaseSync(file, { readOnly: true });
  db.exec(`PRAGMA query_only = 1; PRAGMA mmap_size = ${MAPPED_BYTES}`);
  defineTextFunctions(db);
  const statements = createStatements(db);
  const read = (list: List): Reading => {
    try {
      const { blocks, length, crc } = readList(statements, behaviour, list);
      // A copy, since what is transferred is gone here, and small buffers share their memory.
      return { bytes: new Uint8Array(blocks), length, crc };
    } catch (error) {
      if (error instanceof ApiError) {
        const { id, message, errorName } = error;
        return { refusal: { id, message, errorName } };
      }
      return { failure: error instanceof Error ? error.message : String(error) };
    }
  };
  parentPort?.on('message', (list: List) => {
    const reading = read(list);
    parentPort?.postMessage(reading, 'bytes' in reading ? [reading.bytes.buffer] : []);
  });
}

const isReader = (data: unknown): data is { readLists: ReaderData } =>
  typeof data === 'object' && data !== null && 'readLists' in data;

if (!isMainThread && isReader(workerData)) serve(workerData.readLists);
