import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { InboxEntry } from './inbox.ts';
import { procedure } from './procedure.ts';
import { ReputationEntry } from './reputation.ts';
import { AppState, Condition } from './state.ts';

/** Item or reputation change as recorded at `at`. `id` only grows, also across restarts. */
export const RecordedEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('item'), id: z.number(), at: z.date(), item: InboxEntry }),
  z.object({ type: z.literal('reputation'), id: z.number(), at: z.date(), change: ReputationEntry }),
]);

export const events = {
  /** Emits events after an id, each once and in order; by default, those from now on. */
  follow: procedure.input(z.object({ after: z.int().min(0).optional() })).output(eventIterator(RecordedEvent)),
};

/** Status for scripts, without secrets: what `askbell status --json` prints. */
export const RunStatus = z.object({
  version: z.string(),
  /** `welcome`: nobody is signed in. */
  phase: AppState.shape.phase,
  /** Address of the window, which alone grants no access; absent with the desktop app. */
  address: z.string().optional(),
  /** Data folder. */
  folder: z.string(),
  paused: z.boolean(),
  snoozedUntil: z.date().optional(),
  /** Events not shown yet, and why; `busy`: bundled until the next notification may be shown. */
  waiting: AppState.shape.waiting,
  unread: z.number(),
  accounts: z.array(
    z.object({
      network: z.string(),
      person: z.string(),
      signedIn: z.boolean(),
      unread: z.number(),
      lastCheckAt: z.date().optional(),
      nextCheck: z.object({ what: z.string(), at: z.date() }).optional(),
      /** End of the pause of polling. */
      waitsUntil: z.date().optional(),
      quota: z.object({ remaining: z.number(), max: z.number() }).optional(),
    }),
  ),
  /** Localized conditions. */
  trouble: z.array(Condition.pick({ kind: true, severity: true, title: true })),
});

export type RecordedEvent = z.output<typeof RecordedEvent>;
export type RunStatus = z.output<typeof RunStatus>;
