import { z } from 'zod';
import { done, procedure } from './procedure.ts';
import { Settings } from './settings.ts';
import { WatchAlert } from '../schemas/settings.ts';

/** All settings before and after the change. */
const SettingsChange = z.object({ before: Settings, after: Settings });

/** Watch that an import would add or change. */
export const ImportedWatch = z.object({
  /** Short description of the rule. */
  name: z.string(),
  site: z.string(),
  alert: WatchAlert,
  muted: z.boolean(),
});

/** Preview of an import. */
export const ImportPreview = z.object({
  /** When the file was written, and by which version of Askbell. */
  exportedAt: z.date().optional(),
  version: z.string(),
  settings: SettingsChange,
  watches: z.object({
    added: z.array(ImportedWatch),
    /** Watches with the same rules as existing ones, but another alert. */
    changed: z.array(z.object({ before: ImportedWatch, after: ImportedWatch })),
    /** Watches that stay unchanged, whether in the file or not. */
    kept: z.number(),
  }),
  /** Records in the file; only new ones are imported. */
  received: z.object({ inbox: z.number(), reputation: z.number(), questions: z.number() }),
  /** Networks in the file; data of a network without a signed-in account appears after signing in. */
  networks: z.array(z.object({ name: z.string(), signedIn: z.boolean() })),
});

/** Maximum length of an upload chunk. */
export const UPLOAD_PIECE_CHARS = 262_144;

/** Import and reset of settings and watches: preview and undo. */
export const transfer = {
  /** Uploads a file in chunks; without `upload`, starts a new one. Refuses files that exceed the import limit. */
  upload: procedure
    .input(z.object({ upload: z.string().optional(), text: z.string().max(UPLOAD_PIECE_CHARS) }))
    .output(z.object({ upload: z.string() })),
  /** Deletes an uploaded file without importing it. */
  discard: procedure.input(z.object({ upload: z.string() })).output(done),
  /** Refuses files that are not Askbell exports, with a message. */
  previewImport: procedure.input(z.object({ upload: z.string() })).output(ImportPreview),
  previewReset: procedure.output(SettingsChange),
  /** The last import or reset since Askbell started that can still be undone. */
  last: procedure.output(
    z.object({ change: z.object({ what: z.enum(['import', 'reset']), at: z.date(), undo: z.string() }).optional() }),
  ),
  /**
   * Restores settings and watches, except for later changes, and removes imported records. Refuses a change that was
   * undone already. `kept`: whether later changes were kept.
   */
  undo: procedure.input(z.object({ undo: z.string() })).output(z.object({ kept: z.boolean() })),
};

export type ImportedWatch = z.output<typeof ImportedWatch>;
export type ImportPreview = z.output<typeof ImportPreview>;
