import { z } from 'zod';
import { Settings } from '../../../../common/schemas/settings.ts';
import { ArchivedProfile } from '../../../store/archive/import-archive.ts';
import { StoredWatch } from '../../../store/settings.ts';
import type { Words } from '../../../../common/i18n/words.ts';
import { UserFacingError } from '../../domain/user-facing-error.ts';

/** The version of the file's format; one that older Askbells cannot read gets the next number. */
const FORMAT_VERSION = 1;

/** What is in an export: no token, no key, nothing that lets anybody in. */
const ExportFile = z.object({
  askbell: z.literal(FORMAT_VERSION),
  exportedAt: z.string(),
  version: z.string(),
  settings: Settings.partial(),
  /** What the networks are called, by their ids. */
  networks: z.array(z.object({ id: z.string(), name: z.string() })),
  watches: z.array(StoredWatch),
  history: z.array(ArchivedProfile),
});
export type ExportFile = z.output<typeof ExportFile>;

/** The text of an export up to where the history begins; an array and `EXPORT_END` follow. */
export function exportBegin(file: Omit<ExportFile, 'askbell' | 'history'>): string {
  const head = { askbell: FORMAT_VERSION, ...file } satisfies Omit<ExportFile, 'history'>;
  return `${JSON.stringify(head).slice(0, -1)},"history":`;
}
export const EXPORT_END = '}';

/** What a file is called that is written at a moment, by the local date. */
export function exportFileName(now: number): string {
  const date = new Date(now);
  const two = (part: number) => String(part).padStart(2, '0');
  return `askbell-${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}.json`;
}

/** Reads an export. @throws UserFacingError that says what is wrong with any other text */
export function readExport(text: string, words: Words): ExportFile {
  const refuse = (what: 'notJson' | 'notAskbell' | 'newer' | 'broken', where = ''): UserFacingError =>
    new UserFacingError(words(`data.${what}.title`), words(`data.${what}.advice`, { where }));
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw refuse('notJson');
  }
  const head = z.object({ askbell: z.number() }).safeParse(json);
  if (!head.success) throw refuse('notAskbell');
  if (head.data.askbell > FORMAT_VERSION) throw refuse('newer');
  const file = ExportFile.safeParse(json);
  if (!file.success) throw refuse('broken', file.error.issues[0]?.path.join('.') || '?');
  return file.data;
}
