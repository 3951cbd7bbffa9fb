import { z } from 'zod';
import type { ProfileHistory } from '../../store/history.ts';
import type { AgentCondition } from '../domain/conditions.ts';
import { SAME_REQUEST_FLOOR_MS } from '../forecast/forecast.ts';
import { shiftedTime } from '../domain/clock-shift.ts';
import type { StreamId } from '../domain/stream-id.ts';

/** What is remembered of a stream between polls. Times are ms since the epoch by the network's clock. */
export interface StreamState {
  lastSentAt?: number | undefined;
  notBefore?: number | undefined;
  wanted: boolean;
  byPerson: boolean;
  /** Failures in a row. */
  failures: number;
  condition?: AgentCondition | undefined;
  /** What probably waits behind a full page, beyond what usually comes. */
  backlog?: { value: number; items: number } | undefined;
  /** The last answer was a search's: how many questions there are in all fills no page of it. */
  searched?: boolean | undefined;
  /** Pages that the last look at a list of scores or bounties took. */
  pages?: number | undefined;
  /** Not before then by choice: looking sooner would find little. */
  restsUntil?: number | undefined;
  /** Told when any of it changed. */
  changed?: (() => void) | undefined;
}

/** The part that outlives a restart: the minute's floor and a backoff hold across it. */
const Kept = z.object({
  lastSentAt: z.number().optional(),
  notBefore: z.number().optional(),
  pages: z.number().optional(),
  restsUntil: z.number().optional(),
});

/** A wait longer than this can only come from a clock that was set; no network asks for a pause of two days. */
const longestWait = 2 * 24 * 3600_000;

export type StreamStates = ReturnType<typeof createStreamStates>;

/** The states of all streams of one profile, kept in its history. */
export function createStreamStates(history: ProfileHistory) {
  const states = new Map<StreamId, StreamState>();
  /** As an earlier run noted them. */
  const earlier = new Map<StreamId, z.output<typeof Kept>>();
  /** Not looked at since they changed, and when all others were. */
  const unchecked = new Set<StreamId>();
  let checkedAt = -Infinity;
  const markName = (id: StreamId) => `stream:${id}`;
  const of = (id: StreamId): StreamState => {
    let state = states.get(id);
    if (!state) {
      const kept = Kept.safeParse(history.mark(markName(id)));
      earlier.set(id, kept.success ? kept.data : {});
      state = { wanted: false, byPerson: false, failures: 0, ...earlier.get(id) };
      states.set(id, state);
      unchecked.add(id);
    }
    return state;
  };
  const keep = (id: StreamId, { lastSentAt, notBefore, pages, restsUntil }: StreamState): void =>
    history.setMark(markName(id), { lastSentAt, notBefore, pages, restsUntil });
  return {
    of,
    /** Changes a state and keeps it. `notedEarlier`: the times in it are by an earlier run's time. */
    change(id: StreamId, part: Partial<StreamState>, { notedEarlier = false } = {}): void {
      const { lastSentAt, notBefore } = of(id);
      const state = Object.assign(of(id), part);
      if (notedEarlier) Object.assign(earlier.get(id)!, part);
      unchecked.add(id);
      state.changed?.();
      if (state.lastSentAt === lastSentAt && state.notBefore === notBefore) return;
      keep(id, state);
    },
    /** Begins anew with a stream, as one that was never asked; only the minute since it was asked goes on. */
    forget(id: StreamId, now: number): void {
      const { lastSentAt } = of(id);
      states.get(id)?.changed?.();
      states.delete(id);
      history.deleteMark(markName(id));
      if (lastSentAt !== undefined && lastSentAt + SAME_REQUEST_FLOOR_MS > now)
        this.change(id, { notBefore: lastSentAt + SAME_REQUEST_FLOOR_MS });
    },
    /** The network's time turned out to be another: what was noted by the wrong one, so not by an earlier run, moves along. */
    relabel(by: number): void {
      for (const [id, state] of states) {
        const { lastSentAt, notBefore, restsUntil } = state;
        const noted = earlier.get(id);
        state.lastSentAt = shiftedTime(lastSentAt, noted?.lastSentAt, by);
        state.notBefore = shiftedTime(notBefore, noted?.notBefore, by);
        state.restsUntil = shiftedTime(restsUntil, noted?.restsUntil, by);
        if (state.lastSentAt === lastSentAt && state.notBefore === notBefore && state.restsUntil === restsUntil)
          continue;
        keep(id, state);
        state.changed?.();
      }
      checkedAt = Infinity;
    },
    /** After somebody set the clock back, times that now lie ahead would make streams wait for them: they become now. */
    correct(now: number): void {
      // As long as time goes on, what was right stays right.
      for (const id of now < checkedAt ? states.keys() : unchecked) {
        const state = states.get(id);
        if (!state) continue;
        const { lastSentAt, notBefore } = state;
        if (lastSentAt !== undefined && lastSentAt > now) {
          state.lastSentAt = now;
          // What it waits for since then was reckoned by the same wrong time.
          if (notBefore !== undefined && Number.isFinite(notBefore) && notBefore >= lastSentAt)
            state.notBefore = now + (notBefore - lastSentAt);
        }
        if (state.notBefore !== undefined && Number.isFinite(state.notBefore) && state.notBefore > now + longestWait)
          state.notBefore = now;
        if (state.lastSentAt !== lastSentAt || state.notBefore !== notBefore) state.changed?.();
      }
      unchecked.clear();
      checkedAt = now;
    },
    all: (): IterableIterator<[StreamId, StreamState]> => states.entries(),
  };
}
