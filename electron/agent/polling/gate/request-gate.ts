import type { MethodBackoffs } from './method-backoffs.ts';
import type { NetworkHold } from './network-hold.ts';
import type { NetworkTime } from '../../domain/network-time.ts';
import type { StreamState, StreamStates } from '../stream-states.ts';
import type { StreamId } from '../../domain/stream-id.ts';

interface SilenceParts {
  hold: NetworkHold;
  backoffs: MethodBackoffs;
  states: StreamStates;
  time: NetworkTime;
}

/**
 * What the network asked to be silent about, and until when by its clock. A silence is kept by the time that surely
 * passed: what looks like a sleep may be a clock that was set, until an answer tells.
 */
export function createRequestGate({ hold, backoffs, states, time }: SilenceParts) {
  const unsure = (): number => time.uncertainty()?.(-Infinity) ?? 0;

  /** A stream as kept, and held where the network asked for a pause of what it asks. */
  function stateOf(id: StreamId): StreamState {
    const paused = backoffs.ofStream(id, time.now() - unsure());
    if (paused && paused.until > (states.of(id).notBefore ?? 0))
      states.change(id, { notBefore: paused.until }, { notedEarlier: paused.heardEarlier });
    return states.of(id);
  }

  /** Streams that use a method which is paused now are held. */
  function holdStreams(): void {
    for (const [id] of states.all()) stateOf(id);
  }

  /** Until when the whole network is left alone; undefined when it is not. */
  const ofAll = (): number | undefined => hold.until(time.uncertainty());

  return {
    stateOf,
    ofAll,
    /** The answer to a method asked for a pause until then: it is for the method, so every stream that uses it waits. */
    hear(method: string, until: number): void {
      backoffs.hear(method, until, time.now());
      holdStreams();
    },
    /** A page of a stream asked for a pause until then. */
    hearStream(id: StreamId, until: number): void {
      backoffs.hearStream(id, until, time.now());
      holdStreams();
    },
    /** Until when a method must not be asked, of it or altogether; undefined when it may. */
    ofMethod(method: string): number | undefined {
      const now = time.now();
      const silent = hold.condition()?.kind === 'throttled' ? (ofAll() ?? 0) : 0;
      const paused = (backoffs.until(method, now - unsure()) ?? -Infinity) + unsure();
      const until = Math.max(silent, paused);
      return until > now ? until : undefined;
    },
  };
}

export type RequestGate = ReturnType<typeof createRequestGate>;
