import type { Allowance } from './plan-types.ts';
import type { Stream } from '../forecast/stream.ts';

const hour = 3600_000;
const day = 24 * hour;

/** Of what polling may spend, catching up may take this part. */
const share = 0.25;
/** However much there is to spend, everything is caught up on so often at most, in ms. */
const shortest = 10 * 60_000;
/** So many times in a row everything is caught up on before it has its price: people come back by chance, not by the clock. */
const inARow = 4;
/** A stream that has waited for this part of its interval is due soon, so that asking now costs next to nothing. */
const soon = 0.8;

/**
 * Chooses what is asked for when the connection or the person is back: everything, as long as that does not come so
 * often that the day's requests go into it; else what would be due soon anyway. A connection may come and go each minute.
 * Takes what may be asked now, and gives all of it or a part; where there is nothing to ask, no catch-up is counted.
 */
export function createCatchUp(pollsPerDay: (stream: Stream) => number) {
  let last = -Infinity;
  /** When all catch-ups so far are paid for, each beginning when the one before is. */
  let paidAt = -Infinity;
  return (streams: Stream[], { spendable, lastsFor }: Allowance, now: number): Stream[] => {
    if (streams.length === 0) return [];
    const anHour = spendable === undefined ? Infinity : (spendable * hour) / lastsFor;
    const between = Math.max(shortest, (streams.length / (share * anHour)) * hour);
    // A clock that was set back has no catch-up wait for the time it was set by.
    if (now < last) [last, paidAt] = [-Infinity, -Infinity];
    if (now - last >= shortest && now >= paidAt - (inARow - 1) * between) {
      last = now;
      paidAt = Math.max(paidAt, now) + between;
      return streams;
    }
    return streams.filter((stream) => now - (stream.lastSentAt ?? -Infinity) >= (soon * day) / pollsPerDay(stream));
  };
}
