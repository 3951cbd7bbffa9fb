import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PRIVATE_FILE_MODE } from '../../../../private-files.ts';

/** Its own file, so that a run beside an Askbell changes nothing that one keeps. */
const NOTES_FILE = 'askbell-doctor.json';

/** What `--doctor` asked of a network, and what it was told beside the answer. Times are this machine's, in ms. */
const DoctorNote = z.object({
  askedAt: z.number(),
  /** Methods that the network wants left alone, and until when. */
  backoffs: z.record(z.string(), z.number()).default({}),
  /** The network wants to be left alone by everybody. */
  hold: z
    .object({
      kind: z.enum(['throttled', 'quota-exhausted', 'blocked-by-protection']),
      until: z.number(),
      /** The network itself named that time. */
      isNamed: z.boolean(),
    })
    .optional(),
});
export type DoctorNote = z.output<typeof DoctorNote>;

const Notes = z.record(z.string(), DoctorNote).catch({});

/** The notes of `--doctor` by the networks' ids, for its next run and for the Askbell that runs beside it. */
export class DoctorNotes {
  readonly #file: string;

  constructor(dataDir: string) {
    this.#file = join(dataDir, NOTES_FILE);
  }

  /** Nothing where there are none, or they cannot be read. */
  read(): Record<string, DoctorNote> {
    try {
      return Notes.parse(JSON.parse(readFileSync(this.#file, 'utf8')));
    } catch {
      return {};
    }
  }

  /** Never throws: a folder that takes nothing is another check's finding, and no reason not to ask. */
  write(network: string, note: DoctorNote): void {
    try {
      const text = JSON.stringify({ ...this.read(), [network]: note });
      const whole = `${this.#file}.tmp`;
      writeFileSync(whole, text, { mode: PRIVATE_FILE_MODE });
      renameSync(whole, this.#file);
    } catch {
      // The next run asks as if this one had not.
    }
  }
}
