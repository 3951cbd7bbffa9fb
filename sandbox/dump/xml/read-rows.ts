import { open } from 'node:fs/promises';
import { RowScanner, type RowReader } from './rows.ts';

/** Bytes read at once. */
const PIECE_BYTES = 32 * 1024;

/**
 * Reads the rows of one file of a dump, piece by piece, whatever its size.
 * @param columns the attributes wanted
 * @param onBytes told how many bytes have been read on
 * @throws Error when the file cannot be read, or is UTF-16
 */
export async function readRows(
  path: string,
  columns: readonly string[],
  reader: RowReader,
  onBytes: (count: number) => void,
): Promise<void> {
  const scanner = new RowScanner(columns, reader);
  // Leaves out the mark that files of 2014 begin with.
  const decoder = new TextDecoder('utf-8');
  const piece = Buffer.alloc(PIECE_BYTES);
  const file = await open(path);
  try {
    let isFirst = true;
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES);
      if (bytesRead === 0) break;
      const mark = isFirst ? piece.readUInt16BE(0) : 0;
      if (mark === 0xfffe || mark === 0xfeff) throw new Error(`${path} is UTF-16; convert it to UTF-8 first.`);
      isFirst = false;
      scanner.push(decoder.decode(piece.subarray(0, bytesRead), { stream: true }));
      onBytes(bytesRead);
    }
    scanner.push(decoder.decode());
    scanner.end();
  } finally {
    await file.close();
  }
}
