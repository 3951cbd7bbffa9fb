import { z } from 'zod';
import type { ProfileHistory } from '../store/history.ts';
import type { KeptCondition } from './conditions.ts';
import type { StreamId } from './streams.ts';

/** What is remembered of a stream between polls. Times are ms since the epoch by the network's clock. */
export interface StreamState {
  lastSentAt?: number | undefined;
  notBefore?: number | undefined;
  wanted: boolean;
  byPerson: boolean;
  /** Failures in a row. */
  failures: number;
  condition?: KeptCondition | undefined;
  /** What probably waits behind a full page, beyond what usually comes. */
  waiting?: { value: number; items: number } | undefined;
  /** The last answer was a search's: how many questions there are in all fills no page of it. */
  searched?: boolean | undefined;
}

/** The part that outlives a restart: the minute's floor and a backoff hold across it. */
const Kept = z.object({ lastSentAt: z.number().optional(), notBefore: z.number().optional() });

/** A wait longer than this can only come from a clock that was set; no network asks for a pause of two days. */
const longestWait = 2 * 24 * 3600_000;

/** The states of all streams of one profile, kept in its history. */
export function streamStates(history: ProfileHistory) {
  const states = new Map<StreamId, StreamState>();
  /** Changed since the start: their times are by what the network's time was taken for then. */
  const changed = new Set<StreamId>();
  const markName = (id: StreamId) => `stream:${id}`;
  const of = (id: StreamId): StreamState => {
    let state = states.get(id);
    if (!state) {
      const kept = Kept.safeParse(history.mark(markName(id)));
      state = { wanted: false, byPerson: false, failures: 0, ...(kept.success ? kept.data : {}) };
      states.set(id, state);
    }
    return state;
  };
  return {
    of,
    /** Changes a state and keeps it. */
    change(id: StreamId, part: Partial<StreamState>): void {
      const state = Object.assign(of(id), part);
      changed.add(id);
      history.setMark(markName(id), { lastSentAt: state.lastSentAt, notBefore: state.notBefore });
    },
    forget(id: StreamId): void {
      states.delete(id);
      history.deleteMark(markName(id));
    },
    /** The network's time turned out to be another: what was noted by the wrong one moves along. */
    relabel(by: number): void {
      for (const id of changed) {
        const state = of(id);
        if (state.lastSentAt !== undefined) state.lastSentAt += by;
        if (state.notBefore !== undefined) state.notBefore += by;
      }
    },
    /** After somebody set the clock back, times that now lie ahead would make streams wait for them: they become now. */
    correct(now: number): void {
      for (const state of states.values()) {
        if (state.lastSentAt !== undefined && state.lastSentAt > now) state.lastSentAt = now;
        if (state.notBefore !== undefined && Number.isFinite(state.notBefore) && state.notBefore > now + longestWait) state.notBefore = now;
      }
    },
    all: (): IterableIterator<[StreamId, StreamState]> => states.entries(),
  };
}
