import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Settings } from '../schemas/settings.ts';
import { procedure, done } from './procedure.ts';

export * from '../schemas/settings.ts';

export const settings = {
  get: procedure.output(Settings),
  /** Takes the part that changes; gives the whole. */
  change: procedure.input(Settings.partial()).output(Settings),
  /** Raises a notification, to see where they go. */
  testNotification: procedure.output(done),
};

/** One thing that Askbell depends on, as it was found. */
export const DoctorCheck = z.object({
  name: z.string(),
  /** `warning`: Askbell works, but something should be known. `wrong`: something does not work. */
  status: z.enum(['ok', 'warning', 'wrong']),
  /** What the status is called. */
  statusName: z.string(),
  /** What was checked. */
  title: z.string(),
  /** What was found. */
  said: z.string(),
  /** How to mend it; absent where nothing is to be mended. */
  advice: z.string().optional(),
});

/** For finding out what is wrong. Nothing in here holds a token, a key or another secret. */
export const diagnostics = {
  /** Version, system, settings, conditions, quota, plan and the last log lines, as text to copy. */
  report: procedure.output(z.object({ text: z.string() })),
  /**
   * Checks everything that Askbell depends on and says in the person's language what is wrong; takes some seconds, and
   * one request of each network's quota, from what is kept back for clicks. `text` is the same to copy.
   */
  examine: procedure.output(
    z.object({
      status: DoctorCheck.shape.status,
      summary: z.string(),
      checks: z.array(DoctorCheck),
      text: z.string(),
    }),
  ),
  /** Opens the folder of the log. */
  openLogs: procedure.output(done),
  /**
   * `settings`: all preferences become what they were at first; accounts and watches stay, and `undo` takes it back
   * (`transfer.undo`). `history`: everything received is deleted.
   */
  reset: procedure
    .input(z.object({ what: z.enum(['settings', 'history']) }))
    .output(z.object({ undo: z.string().optional() })),
};

/** Settings, watches and history as one JSON text, to keep or to take to another machine. Never a token or a key. */
export const data = {
  /** How much room the history takes on this computer. */
  size: procedure.output(z.object({ bytes: z.number() })),
  /** The file piece by piece; `share` of it, from 0 to 1, is there with each. */
  export: procedure.output(eventIterator(z.object({ fileName: z.string(), text: z.string(), share: z.number() }))),
  /**
   * Merges a file that was handed over (`transfer.upload`): existing items stay and are not doubled. Refuses, in
   * words, what is no export of Askbell's.
   */
  import: procedure.input(z.object({ upload: z.string() })).output(
    z.object({
      /** What was new. */
      added: z.object({ inbox: z.number(), reputation: z.number(), questions: z.number(), watches: z.number() }),
      settings: z.boolean(),
      /** Networks that nobody is signed in to here: what is kept of them shows after signing in. */
      waiting: z.array(z.string()),
      /** Takes all of it back (`transfer.undo`). */
      undo: z.string(),
    }),
  ),
};

/** One package that Askbell is built with. */
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
