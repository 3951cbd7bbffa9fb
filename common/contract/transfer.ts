import { z } from 'zod';
import { done, procedure } from './procedure.ts';
import { Settings } from './settings.ts';
import { WatchAlert } from './watches.ts';

/** All settings as they are, and as they would be. What differs is what changes. */
const SettingsChange = z.object({ before: Settings, after: Settings });

/** A watch as an import would add or change it. */
export const ImportedWatch = z.object({
  /** The rule in a few words. */
  name: z.string(),
  site: z.string(),
  alert: WatchAlert,
  muted: z.boolean(),
});

/** What an import would do, before it does anything. */
export const ImportPreview = z.object({
  /** When the file was written, and by which Askbell. */
  exportedAt: z.date().optional(),
  version: z.string(),
  settings: SettingsChange,
  watches: z.object({
    added: z.array(ImportedWatch),
    /** Watches with the same rules as here, but another alert. */
    changed: z.array(z.object({ before: ImportedWatch, after: ImportedWatch })),
    /** Those that stay as they are, in the file or not. */
    kept: z.number(),
  }),
  /** What the file holds; only what is not here yet is taken in. */
  received: z.object({ inbox: z.number(), reputation: z.number(), questions: z.number() }),
  /** The networks concerned; data of one that nobody is signed in to appears after sign-in. */
  networks: z.array(z.object({ name: z.string(), signedIn: z.boolean() })),
});

/** The longest piece of a file that is handed over at once. */
export const UPLOAD_PIECE_CHARS = 262_144;

/** Taking settings and watches in, or setting them back: what it would do, and how it is taken back. */
export const transfer = {
  /** Hands over a file in pieces; without `upload` a new one begins. Refuses what is larger than an import takes. */
  upload: procedure
    .input(z.object({ upload: z.string().optional(), text: z.string().max(UPLOAD_PIECE_CHARS) }))
    .output(z.object({ upload: z.string() })),
  /** Deletes a file that is not to be imported after all. */
  discard: procedure.input(z.object({ upload: z.string() })).output(done),
  /** Refuses, in words, what is no export of Askbell's. */
  previewImport: procedure.input(z.object({ upload: z.string() })).output(ImportPreview),
  previewReset: procedure.output(SettingsChange),
  /** The last import or reset since Askbell started that can still be taken back. */
  last: procedure.output(
    z.object({ change: z.object({ what: z.enum(['import', 'reset']), at: z.date(), undo: z.string() }).optional() }),
  ),
  /**
   * Puts settings and watches back as they were, but for what was changed since, and takes out what an import brought.
   * Refuses what was taken back already. `kept`: something was changed since, and stays.
   */
  undo: procedure.input(z.object({ undo: z.string() })).output(z.object({ kept: z.boolean() })),
};

export type ImportedWatch = z.output<typeof ImportedWatch>;
export type ImportPreview = z.output<typeof ImportPreview>;
