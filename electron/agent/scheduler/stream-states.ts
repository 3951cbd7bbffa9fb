import { z } from 'zod';
import { DAY_MS } from '../../../common/durations.ts';
import { type ProfileHistory, readMark } from '../../store/profile-history.ts';
import type { AgentCondition } from '../conditions.ts';
import type { StreamId } from '../ids.ts';
import { SAME_REQUEST_FLOOR_MS, type Backlog } from './forecast/forecast.ts';
import { shiftedTimes } from './server-clock.ts';

/** State of a stream between polls. Times are in ms since the epoch, server time. */
export interface StreamState {
  lastSentAt?: number | undefined;
  notBefore?: number | undefined;
  wanted: boolean;
  byPerson: boolean;
  /** Failures in a row. */
  failures: number;
  condition?: AgentCondition | undefined;
  /** Since then no poll has found a readable item, although there were items. */
  unreadableSince?: number | undefined;
  /** Items that probably wait behind a full page, beyond the usual rate. */
  backlog?: Backlog | undefined;
  /** Whether the last response was that of a search, so that its pages do not fill with other questions. */
  searched?: boolean | undefined;
  /** Pages of the last poll of a list by scores or bounties. */
  pages?: number | undefined;
  /** Earliest time of the next poll by choice, because an earlier one would find little. */
  restsUntil?: number | undefined;
}

/** The part that is stored: the minute between equal requests and a backoff apply across a restart. */
const StoredState = z.object({
  lastSentAt: z.number().optional(),
  notBefore: z.number().optional(),
  pages: z.number().optional(),
  restsUntil: z.number().optional(),
});
type StoredState = z.output<typeof StoredState>;

/** The times that are stored, and `unreadableSince`. */
const SHIFTED_FIELDS = ['lastSentAt', 'notBefore', 'restsUntil', 'unreadableSince'] as const;

/** Longest plausible wait, in ms; a longer one results from a clock that was set. */
const MAX_WAIT_MS = 2 * DAY_MS;

const markOf = (id: StreamId): string => `stream:${id}`;

/** The states of all streams of one profile, stored in its history. */
export class StreamStates {
  readonly #history: ProfileHistory;
  readonly #states = new Map<StreamId, StreamState>();
  /** The states as an earlier run stored them. */
  readonly #earlier = new Map<StreamId, StoredState>();

  constructor(history: ProfileHistory) {
    this.#history = history;
  }

  /** Returns the state of a stream. */
  of(id: StreamId): StreamState {
    let state = this.#states.get(id);
    if (!state) {
      const stored = readMark(this.#history, markOf(id), StoredState) ?? {};
      this.#earlier.set(id, stored);
      state = { wanted: false, byPerson: false, failures: 0, ...stored };
      this.#states.set(id, state);
    }
    return state;
  }

  /** Returns the number of remembered streams. */
  count(): number {
    return this.#states.size;
  }

  /** Returns all streams whose state was read. */
  all(): IterableIterator<[StreamId, StreamState]> {
    return this.#states.entries();
  }

  /** Changes a state and stores it. `notedEarlier`: its times were noted by an earlier run's clock. */
  change(id: StreamId, part: Partial<StreamState>, { notedEarlier = false } = {}): void {
    const isStored = this.#take(id, part);
    if (notedEarlier) Object.assign(this.#earlier.get(id)!, part);
    if (isStored) this.#history.setMark(markOf(id), storedOf(this.of(id)));
  }

  /**
   * Changes a state by fields that every poll changes; it is not written at once. After a crash the last requests are
   * unknown (`Gate.firstAskAt`).
   */
  changeByPoll(id: StreamId, part: Partial<StreamState>, now: number): void {
    // A wait that was ended early must not start again after a crash.
    if ((this.of(id).notBefore ?? 0) > now) this.change(id, part);
    else if (this.#take(id, part)) this.#history.setMarkLater(markOf(id), storedOf(this.of(id)));
  }

  /** Resets a stream to its initial state; only the minute since its last request continues. */
  forget(id: StreamId, now: number): void {
    const { lastSentAt } = this.of(id);
    this.#states.delete(id);
    this.#earlier.delete(id);
    this.#history.deleteMark(markOf(id));
    if (lastSentAt !== undefined && lastSentAt + SAME_REQUEST_FLOOR_MS > now)
      this.change(id, { notBefore: lastSentAt + SAME_REQUEST_FLOOR_MS });
  }

  /** Shifts the times noted in this run, after the server time was corrected. */
  shiftTimes(byMs: number): void {
    for (const [id, state] of this.#states) {
      const moved = shiftedTimes(state, this.#earlier.get(id), SHIFTED_FIELDS, byMs);
      if (SHIFTED_FIELDS.every((field) => moved[field] === state[field])) continue;
      Object.assign(state, moved);
      this.#history.setMark(markOf(id), storedOf(state));
    }
  }

  /** Replaces times in the future after the clock was set back, so that streams do not wait for them. */
  correct(now: number): void {
    for (const state of this.#states.values()) correctState(state, now);
  }

  /** Applies a change. Returns whether it has to be stored. */
  #take(id: StreamId, part: Partial<StreamState>): boolean {
    const { lastSentAt, notBefore } = this.of(id);
    const state = Object.assign(this.of(id), part);
    return state.lastSentAt !== lastSentAt || state.notBefore !== notBefore;
  }
}

/** Whether the network refuses a stream's requests, for instance because the site no longer exists. */
export const isRefused = (condition: AgentCondition | undefined): boolean => condition?.kind === 'bad-request';

const storedOf = ({ lastSentAt, notBefore, pages, restsUntil }: StreamState): StoredState => ({
  lastSentAt,
  notBefore,
  pages,
  restsUntil,
});

function correctState(state: StreamState, now: number): void {
  const { lastSentAt, notBefore } = state;
  if (lastSentAt !== undefined && lastSentAt > now) {
    state.lastSentAt = now;
    // A wait that began then was computed by the same wrong time.
    if (notBefore !== undefined && Number.isFinite(notBefore) && notBefore >= lastSentAt)
      state.notBefore = now + (notBefore - lastSentAt);
  }
  if (state.notBefore !== undefined && Number.isFinite(state.notBefore) && state.notBefore > now + MAX_WAIT_MS)
    state.notBefore = now;
}
