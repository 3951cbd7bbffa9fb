import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** What is inside the executable: each file of the app with its length in bytes, and what tells builds apart. */
export interface AppContents {
  digest: string;
  files: Record<string, number>;
}

/** The asset that holds the `AppContents`; every other is a file of the app, under its path. */
export const CONTENTS_ASSET = 'contents.json';

export interface UnpackedAppParts {
  version: string;
  /** Folders to unpack into, the preferred first; the next one is tried where it cannot be written. */
  places: readonly string[];
  /** Gives an asset of the executable. */
  read: (asset: string) => ArrayBuffer;
}

/** How long a version must not have been started to be removed. */
const MAX_UNUSED_MS = 30 * 24 * 3_600_000;

/**
 * The folder of the unpacked app, which only its owner can write; unpacked now where it is not there whole. @throws
 * Error in words for the person where no place can be written
 */
export function unpackedApp({ version, places, read }: UnpackedAppParts): string {
  const contents = JSON.parse(Buffer.from(read(CONTENTS_ASSET)).toString()) as AppContents;
  const name = `app-${version}-${contents.digest}`;
  for (const place of places) {
    try {
      const folder = join(ownFolder(place), name);
      if (!isWhole(folder, contents)) unpack(folder, contents, read);
      const now = new Date();
      utimesSync(folder, now, now);
      removeUnused(dirname(folder), name);
      return folder;
    } catch {
      // A home that cannot be written, or a full disk: the next place.
    }
  }
  throw new Error(`Askbell has to unpack itself, and can write to none of ${places.join(', ')}.`);
}

/** Makes a folder that nobody else can write; a name that others can foresee is not taken where it is not ours. */
function ownFolder(place: string): string {
  const isShared = existsSync(place) && (statSync(place).mode & 0o1002) !== 0;
  const folder = isShared ? join(place, `askbell-${process.getuid?.()}`) : place;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) throw new Error(`${folder} is not this person's alone`);
  return folder;
}

const isWhole = (folder: string, { files }: AppContents): boolean =>
  Object.entries(files).every(
    ([file, bytes]) => statSync(join(folder, file), { throwIfNoEntry: false })?.size === bytes,
  );

/** Unpacks beside its place and puts it there whole: several may start at once. */
function unpack(folder: string, contents: AppContents, read: UnpackedAppParts['read']): void {
  const draft = mkdtempSync(`${folder}.new-`);
  try {
    for (const file of Object.keys(contents.files)) {
      mkdirSync(join(draft, dirname(file)), { recursive: true, mode: 0o700 });
      writeFileSync(join(draft, file), Buffer.from(read(file)), { mode: 0o600 });
    }
    if (existsSync(folder) && !isWhole(folder, contents)) rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another start may have been faster.
    if (!isWhole(folder, contents)) throw error;
  }
}

function removeUnused(place: string, current: string): void {
  for (const name of readdirSync(place)) {
    if (!name.startsWith('app-') || name === current) continue;
    const folder = join(place, name);
    const unusedSince = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - unusedSince > MAX_UNUSED_MS) rmSync(folder, { recursive: true, force: true });
  }
}
