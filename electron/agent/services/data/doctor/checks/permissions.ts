import { join, sep } from 'node:path';
import { ok, text, warning, wrong, type Finding, type FindingText } from '../finding.ts';

/** One entry of the data folder; `name` is relative to it and `.` the folder itself. */
export interface EntryFacts {
  name: string;
  /** Permission bits. */
  mode: number;
  /** It belongs to whoever runs this. */
  own: boolean;
}

export type PermissionFacts =
  /** There is no folder yet. */
  | { kind: 'absent' }
  /** A system without permission bits. */
  | { kind: 'not-checked' }
  | {
      kind: 'read';
      folder: string;
      /** Without the folder itself where other things live in it as well. */
      entries: readonly EntryFacts[];
      /** The permission bits of a folder in which other things live, too, with the sticky one. */
      sharedMode?: number | undefined;
      /** There are more entries than were looked at. */
      isCut?: boolean | undefined;
    };

/** Bits that let anybody but the owner in. */
const OTHERS = 0o077;
/** Whoever may write in a folder may delete and replace what is in it, unless it is sticky, as `/tmp` is. */
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;
const MAX_NAMED = 3;

/** Whether the data folder and all in it are the person's own: 0700 and 0600. Pure. */
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

/** The folder where it is Askbell's alone; otherwise what Askbell has in it, and nothing of other people's. */
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
