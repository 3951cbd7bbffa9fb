import { z } from 'zod';
import { MAX_SOUND_BYTES } from '../wave.ts';
import { done, procedure } from './procedure.ts';

/** The user's own notification sound; selected by `file` in `Settings.sound`. */
export const sound = {
  /** `missing`: it is selected, but its file is gone from the data folder; a built-in sound is played instead. */
  get: procedure.output(
    z.object({ file: z.object({ name: z.string(), seconds: z.number() }).optional(), missing: z.boolean() }),
  ),
  /**
   * Stores and selects a sound. `wav`: 16-bit WAV file (`common/wave.ts`) in base64; other or too long files are
   * refused with a message.
   */
  choose: procedure
    .input(
      z.object({ name: z.string().trim().min(1).max(200), wav: z.base64().max(Math.ceil(MAX_SOUND_BYTES / 3) * 4) }),
    )
    .output(done),
  /** Deletes it; if it was selected, the system's sound is selected instead. */
  remove: procedure.output(done),
};
