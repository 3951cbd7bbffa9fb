import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DumpError } from './dump.ts';

/** Bytes read at once. */
const PIECE_BYTES = 256 * 1024;
/** Names that 7-Zip has on different systems. */
const UNPACKERS = ['7zz', '7z', '7za'];
const LISTING_BYTES = 16 * 1024 * 1024;

/** A file of a dump, by itself or in an archive. */
export interface DumpFile {
  /** Shown to the user. */
  readonly path: string;
  readonly bytes: number;
  /** Reads on from a byte; a piece may change when the next one is read. */
  read(from: number): AsyncIterable<Buffer>;
}

function unpacker(archive: string): string {
  const found = UNPACKERS.find((name) => spawnSync(name, [], { stdio: 'ignore' }).error === undefined);
  if (found !== undefined) return found;
  throw new DumpError(
    `"${archive}" is packed, and there is none of ${UNPACKERS.join(', ')} to unpack it. Install 7-Zip, or unpack it.`,
  );
}

async function* unpacked(program: string, archive: string, entry: string, from: number): AsyncGenerator<Buffer> {
  const child = spawn(program, ['x', '-so', archive, entry], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve).once('error', () => resolve(null));
  });
  try {
    let skipped = 0;
    for await (const piece of child.stdout as AsyncIterable<Buffer>) {
      const rest = piece.subarray(Math.min(piece.length, from - skipped));
      skipped += piece.length - rest.length;
      if (rest.length > 0) yield rest;
    }
    if ((await ended) !== 0) throw new DumpError(`"${archive}" cannot be unpacked. Fetch it anew.`);
  } finally {
    child.kill();
  }
}

/** Returns the XML files of an archive by their names. */
function filesOfArchive(archive: string): [string, DumpFile][] {
  const program = unpacker(archive);
  const { status, stdout } = spawnSync(program, ['l', '-slt', '-ba', archive], {
    encoding: 'utf8',
    maxBuffer: LISTING_BYTES,
  });
  if (status !== 0) throw new DumpError(`"${archive}" cannot be unpacked. Fetch it anew.`);
  return [...stdout.matchAll(/^Path = (.+\.xml)\r?\n(?:.+\r?\n)*?Size = (\d+)/gm)].map(([, entry = '', bytes]) => [
    basename(entry),
    { path: join(archive, entry), bytes: Number(bytes), read: (from) => unpacked(program, archive, entry, from) },
  ]);
}

/** Reads a file into one buffer again and again: new ones would be left over faster than they are given back. */
async function* pieces(path: string, from: number): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(PIECE_BYTES);
    for (let at = from; ;) {
      const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** @throws DumpError where it is no file, which reading might never end */
function plainFile(path: string): DumpFile {
  const found = statSync(path);
  if (!found.isFile()) throw new DumpError(`"${path}" is no file. Unpack the dump anew.`);
  return { path, bytes: found.size, read: (from) => pieces(path, from) };
}

/**
 * Finds the files of a dump by their names: those of a folder, those of archives in it (the largest dump has one for
 * each table), or those of one archive.
 * @throws DumpError
 */
export function findFiles(place: string): ReadonlyMap<string, DumpFile> {
  const found = statSync(place, { throwIfNoEntry: false });
  if (!found) throw new DumpError(`There is no folder "${place}" to load a dump from.`);
  if (!found.isDirectory()) return new Map(filesOfArchive(place));
  const names = readdirSync(place);
  return new Map([
    ...names.filter((name) => name.endsWith('.7z')).flatMap((name) => filesOfArchive(join(place, name))),
    ...names
      .filter((name) => name.endsWith('.xml'))
      .map((name): [string, DumpFile] => [name, plainFile(join(place, name))]),
  ]);
}
