import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Settings } from '../schemas/settings.ts';
import { MAX_SOUND_BYTES } from '../wave.ts';
import { procedure, done } from './procedure.ts';

export * from '../schemas/settings.ts';

export const settings = {
  get: procedure.output(Settings),
  /** Applies a partial change and returns the complete settings. */
  change: procedure.input(Settings.partial()).output(Settings),
  /** Shows a test notification. */
  testNotification: procedure.output(done),
};

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

/** Result of one diagnostic check. */
export const DoctorCheck = z.object({
  name: z.string(),
  /** `warning`: Askbell works, with a limitation worth knowing. `wrong`: a part does not work. */
  status: z.enum(['ok', 'warning', 'wrong']),
  /** Display name of the status. */
  statusName: z.string(),
  /** Subject of the check. */
  title: z.string(),
  /** Result of the check. */
  said: z.string(),
  /** How to fix it; absent if there is nothing to fix. */
  advice: z.string().optional(),
});

/** Diagnostics. The results contain no token, key or other secret. */
export const diagnostics = {
  /** Version, system, settings, conditions, quota, plan and the last log lines, as text to copy. */
  report: procedure.output(z.object({ text: z.string() })),
  /**
   * Runs all checks and reports problems in the user's language; takes some seconds and one reserved request per
   * network. `text` is the same report as text to copy.
   */
  examine: procedure.output(
    z.object({
      status: DoctorCheck.shape.status,
      summary: z.string(),
      checks: z.array(DoctorCheck),
      text: z.string(),
    }),
  ),
  /** Opens the log folder. */
  openLogs: procedure.output(done),
  /**
   * `settings`: resets all preferences; accounts and watches stay, and `undo` restores them (`transfer.undo`).
   * `history`: deletes all received data.
   */
  reset: procedure
    .input(z.object({ what: z.enum(['settings', 'history']) }))
    .output(z.object({ undo: z.string().optional() })),
};

/** Settings, watches and history as one JSON text, for backup or another machine. Never contains a token or a key. */
export const data = {
  /** Size of the history on disk. */
  size: procedure.output(z.object({ bytes: z.number() })),
  /** Emits the file in chunks, each with the progress (`share`, from 0 to 1). */
  export: procedure.output(eventIterator(z.object({ fileName: z.string(), text: z.string(), share: z.number() }))),
  /**
   * Merges an uploaded file (`transfer.upload`): existing items stay and are not duplicated. Refuses files that are not
   * Askbell exports, with a message.
   */
  import: procedure.input(z.object({ upload: z.string() })).output(
    z.object({
      /** Number of new records. */
      added: z.object({ inbox: z.number(), reputation: z.number(), questions: z.number(), watches: z.number() }),
      settings: z.boolean(),
      /** Networks without a signed-in account here: their data appears after signing in. */
      waiting: z.array(z.string()),
      /** Token that undoes the import (`transfer.undo`). */
      undo: z.string(),
    }),
  ),
};

/** Package that Askbell is built with. */
export const ThirdParty = z.object({
  name: z.string(),
  version: z.string(),
  licence: z.string(),
  text: z.string().optional(),
});

export const about = procedure.output(
  z.object({ version: z.string(), licence: z.string(), thirdParties: z.array(ThirdParty) }),
);

export type DoctorCheck = z.output<typeof DoctorCheck>;
export type ThirdParty = z.output<typeof ThirdParty>;
