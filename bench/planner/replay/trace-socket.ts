import { HOUR_MS } from '../../../common/durations.ts';
import type { StreamTrust } from '../../../electron/agent/scheduler/push/trust.ts';
import type { StreamId } from '../../../electron/agent/ids.ts';
import { createRandom } from '../../../sandbox/world/random.ts';
import type { Happening } from './sim-clock.ts';
import { DAY_S, type Trace } from './trace.ts';

/**
 * Behaviour of a socket: it hints at every event (`lives`), at none once the days to learn are over (`dies`), at none
 * every other day (`sleeps`), or at random (`lies`). The connection stays open.
 */
export const SOCKETS = ['lives', 'dies', 'sleeps', 'lies'] as const;
export type Socket = (typeof SOCKETS)[number];

/** Time from an event to its hint. */
const HINT_DELAY_MS = 1000;
/** Hints an hour of a socket that lies, for each stream. */
const LIES_PER_HOUR = 60;

/** Scheduler's stream of a group of a trace. */
const streamOfGroup = (group: string, homeSite: string): StreamId =>
  group === 'inbox'
    ? 'inbox'
    : group === 'reputation'
      ? `reputation:${homeSite}`
      : `questions:${group.slice('site '.length)}`;

/**
 * Returns the hints of a socket while a trace happens.
 * @param start ms since the epoch at which the trace begins
 * @param homeSite site of the reputation
 */
export function socketHappenings(
  trace: Trace,
  { socket, seed }: { socket: Socket; seed: number },
  { start, homeSite, trust }: { start: number; homeSite: string; trust: () => StreamTrust },
): Happening[] {
  const streams = trace.groups.map((group) => streamOfGroup(group, homeSite));
  const connect: Happening = {
    at: start + 1,
    happen() {
      trust().listenTo(streams);
      return Infinity;
    },
  };
  const hint = (group: number) => trust().hint(streams[group]!, 'new');
  const hints = socket === 'lies' ? lies(streams.length, seed, hint, start) : truths(trace, socket, hint, start);
  return [connect, hints];
}

function truths(trace: Trace, socket: Socket, hint: (group: number) => void, start: number): Happening {
  const isSilent = (t: number) =>
    (socket === 'dies' && t >= trace.warmupDays * DAY_S) || (socket === 'sleeps' && Math.floor(t / DAY_S) % 2 === 1);
  const at = (index: number) => start + (trace.at[index] ?? Infinity) * 1000 + HINT_DELAY_MS;
  let next = 0;
  return {
    at: at(0),
    happen(now) {
      for (; at(next) <= now; next++) if (!isSilent(trace.at[next]!)) hint(trace.groupOf[trace.stream[next]!]!);
      return at(next);
    },
  };
}

function lies(groups: number, seed: number, hint: (group: number) => void, start: number): Happening {
  const random = createRandom(seed * 613 + 11);
  return {
    at: start + 2,
    happen(now) {
      hint(random.integer(0, groups - 1));
      return now + random.span(HOUR_MS / (LIES_PER_HOUR * groups));
    },
  };
}
