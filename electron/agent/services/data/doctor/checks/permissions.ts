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
  | { kind: 'read'; folder: string; entries: readonly EntryFacts[] };

/** Bits that let anybody but the owner in. */
const OTHERS = 0o077;
const MAX_NAMED = 3;

/** Whether the data folder and all in it are the person's own: 0700 and 0600. Pure. */
export function checkPermissions(facts: PermissionFacts): Finding {
  if (facts.kind === 'absent') return ok(text('permissions.none'));
  if (facts.kind === 'not-checked') return ok(text('permissions.notChecked'));
  const { folder, entries } = facts;
  const foreign = entries.filter(({ own }) => !own);
  if (foreign.length > 0)
    return wrong([text('permissions.foreign', named(foreign)), ...rest(foreign)], text('permissions.foreignAdvice'));
  const open = entries.filter(({ mode }) => (mode & OTHERS) !== 0);
  if (open.length === 0) {
    const count = entries.filter(({ name }) => name !== '.').length;
    return ok(count === 0 ? text('permissions.none') : text('permissions.private', { count }));
  }
  const advice = text('permissions.openAdvice', { folder });
  const isFolderOpen = open.some(({ name }) => name === '.');
  return isFolderOpen
    ? wrong([text('permissions.open', named(open)), ...rest(open)], advice)
    : warning([text('permissions.behindFolder', named(open)), ...rest(open)], advice);
}

const named = (entries: readonly EntryFacts[]) => ({
  files: entries
    .slice(0, MAX_NAMED)
    .map(({ name, mode }) => `${name} (${mode.toString(8).padStart(4, '0')})`)
    .join(', '),
});

const rest = (entries: readonly EntryFacts[]): FindingText[] =>
  entries.length > MAX_NAMED ? [text('permissions.more', { count: entries.length - MAX_NAMED })] : [];
