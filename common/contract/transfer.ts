import { z } from 'zod';
import { procedure } from './procedure.ts';

/** Maximum length of an upload chunk. */
export const UPLOAD_PIECE_CHARS = 262_144;

/** Import and reset of settings and watches, and undo. */
export const transfer = {
  /** Uploads a file in chunks; without `upload`, starts a new one. Refuses files that exceed the import limit. */
  upload: procedure
    .input(z.object({ upload: z.string().optional(), text: z.string().max(UPLOAD_PIECE_CHARS) }))
    .output(z.object({ upload: z.string() })),
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
