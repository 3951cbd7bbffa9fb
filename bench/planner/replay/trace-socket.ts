import { HOUR_MS } from '../../../common/durations.ts';
import type { StreamTrust } from '../../../electron/agent/scheduler/push/trust.ts';
import type { StreamId } from '../../../electron/agent/ids.ts';
import { createRandom } from '../random.ts';
import type { Happening } from './sim-clock.ts';
import { DAY_S, type Trace } from './trace.ts';

/**
 * How a socket behaves: it tells of everything (`lives`), of nothing any more once the days to learn are over (`dies`,
 * and the connection stays), of nothing every other day (`sleeps`), or of whatever comes to its mind (`lies`).
 */
export const SOCKETS = ['lives', 'dies', 'sleeps', 'lies'] as const;
export type Socket = (typeof SOCKETS)[number];

/** Between an event and its hint. */
const HINT_DELAY_MS = 1000;
/** Hints an hour of a socket that lies, for each stream. */
const LIES_PER_HOUR = 60;

/** The scheduler's stream that tells of each group of a trace. */
const streamOfGroup = (group: string, home: string): StreamId =>
  group === 'inbox'
    ? 'inbox'
    : group === 'reputation'
      ? `reputation:${home}`
      : `questions:${group.slice('site '.length)}`;

/**
 * What a socket, if there is one, says while a trace happens. `start`: ms since the epoch; `home`: the site of the
 * reputation.
 */
export function socketHappenings(
  trace: Trace,
  { socket, seed }: { socket?: Socket; seed: number },
  { start, home, trust }: { start: number; home: string; trust: () => StreamTrust },
): Happening[] {
  if (socket === undefined) return [];
  const streams = trace.groups.map((group) => streamOfGroup(group, home));
  const connect: Happening = {
    at: start + 1,
    happen() {
      trust().listenTo(streams);
      return Infinity;
    },
  };
  return [
    connect,
    socket === 'lies' ? lies(streams, { start, seed, trust }) : truths(socket, trace, streams, start, trust),
  ];
}

function truths(socket: Socket, trace: Trace, streams: StreamId[], start: number, trust: () => StreamTrust): Happening {
  const isSilent = (t: number) =>
    (socket === 'dies' && t >= trace.warmupDays * DAY_S) || (socket === 'sleeps' && Math.floor(t / DAY_S) % 2 === 1);
  const at = (index: number) => start + (trace.at[index] ?? Infinity) * 1000 + HINT_DELAY_MS;
  let next = 0;
  return {
    at: at(0),
    happen(now) {
      for (; at(next) <= now; next++)
        if (!isSilent(trace.at[next]!)) trust().hint(streams[trace.groupOf[trace.stream[next]!]!]!, 'new');
      return at(next);
    },
  };
}

function lies(
  streams: StreamId[],
  { start, seed, trust }: { start: number; seed: number; trust: () => StreamTrust },
): Happening {
  const random = createRandom(seed * 613 + 11);
  const meanMs = HOUR_MS / (LIES_PER_HOUR * streams.length);
  return {
    at: start + 2,
    happen(now) {
      trust().hint(streams[Math.floor(random.between(0, streams.length))]!, 'new');
      return now + random.wait(meanMs);
    },
  };
}
