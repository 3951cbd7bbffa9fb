import { join, sep } from 'node:path';
import { ok, text, warning, wrong, type Finding, type FindingText } from '../finding.ts';

/** Entry of the data folder; `name` is relative to the folder, `.` the folder itself. */
export interface EntryFacts {
  name: string;
  /** Permission bits. */
  mode: number;
  /** Whether the entry belongs to the current user. */
  own: boolean;
}

export type PermissionFacts =
  /** The folder does not exist yet. */
  | { kind: 'absent' }
  /** The system has no permission bits. */
  | { kind: 'not-checked' }
  | {
      kind: 'read';
      folder: string;
      /** Entries, without the folder itself if it also contains other programs' files. */
      entries: readonly EntryFacts[];
      /** Permission bits, with the sticky one, of a folder that also contains other programs' files. */
      sharedMode?: number | undefined;
      /** Whether some entries were not checked. */
      isCut?: boolean | undefined;
    };

/** Bits that grant access to anyone but the owner. */
const OTHERS = 0o077;
/** Bits that let others write to a folder, and so delete and replace its files, unless it is sticky, as `/tmp` is. */
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;
const MAX_NAMED = 3;

/** Checks that the data folder and its files are private: 0700 and 0600. Pure. */
export function checkPermissions(facts: PermissionFacts): Finding {
  if (facts.kind === 'absent') return ok(text('permissions.none'));
  if (facts.kind === 'not-checked') return ok(text('permissions.notChecked'));
  const { folder, entries, sharedMode = 0, isCut } = facts;
  const foreign = entries.filter(({ own }) => !own);
  if (foreign.length > 0)
    return wrong([text('permissions.foreign', named(foreign)), ...rest(foreign)], text('permissions.foreignAdvice'));
  if ((sharedMode & OTHERS_WRITE) !== 0 && (sharedMode & STICKY) === 0)
    return wrong(
      text('permissions.writable', { folder, mode: octal(sharedMode) }),
      text('permissions.writableAdvice', { paths: { paths: [folder] } }),
    );
  const open = entries.filter(({ mode }) => (mode & OTHERS) !== 0);
  if (open.length === 0) {
    const count = entries.filter(({ name }) => name !== '.').length;
    return isCut
      ? warning(text('permissions.notAll', { count }), text('permissions.notAllAdvice'))
      : ok(count === 0 ? text('permissions.none') : text('permissions.private', { count }));
  }
  const advice = text('permissions.openAdvice', { paths: { paths: toMend(folder, entries, open) } });
  const isFolderOpen = open.some(({ name }) => name === '.');
  return isFolderOpen
    ? wrong([text('permissions.open', named(open)), ...rest(open)], advice)
    : warning([text('permissions.behindFolder', named(open)), ...rest(open)], advice);
}

/** Returns the paths to correct: the folder if it is Askbell's alone, otherwise only Askbell's entries in it. */
function toMend(folder: string, entries: readonly EntryFacts[], open: readonly EntryFacts[]): string[] {
  if (entries.some(({ name }) => name === '.')) return [folder];
  return [...new Set(open.map(({ name }) => join(folder, name.split(sep)[0]!)))];
}

const octal = (mode: number): string => mode.toString(8).padStart(4, '0');

const named = (entries: readonly EntryFacts[]) => ({
  files: entries
    .slice(0, MAX_NAMED)
    .map(({ name, mode }) => `${name} (${octal(mode)})`)
    .join(', '),
});

const rest = (entries: readonly EntryFacts[]): FindingText[] =>
  entries.length > MAX_NAMED ? [text('permissions.more', { count: entries.length - MAX_NAMED })] : [];
