import { z } from 'zod';
import { MAX_SOUND_BYTES } from '../wave.ts';
import { done, procedure } from './procedure.ts';

/** The person's own sound for notifications, which `Settings.sound` means by `file`. */
export const sound = {
  /** `missing`: it was chosen, and its file is gone from the data folder; a sound of Askbell's is played instead. */
  get: procedure.output(
    z.object({ file: z.object({ name: z.string(), seconds: z.number() }).optional(), missing: z.boolean() }),
  ),
  /**
   * Keeps a sound and chooses it. `wav`: a WAV file of 16 bit (`common/wave.ts`) in base64; refused in words where it
   * is none, or too long.
   */
  choose: procedure
    .input(
      z.object({ name: z.string().trim().min(1).max(200), wav: z.base64().max(Math.ceil(MAX_SOUND_BYTES / 3) * 4) }),
    )
    .output(done),
  /** Deletes it; if it was chosen, the system's sound is chosen instead. */
  remove: procedure.output(done),
};
