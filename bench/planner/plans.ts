import { createRandom } from './random.ts';
import { DAY_S, type Trace } from './replay/trace.ts';

/**
 * "Polling semantically identical requests faster than once a minute is abusive": the shortest interval, in seconds.
 */
const SAME_REQUEST_FLOOR_S = 60;

/** One request that is sent again and again, and the streams (by number) it tells of. */
interface Poll {
  serves: number[];
  /** Times a second, for each hour of the day. */
  often: Float64Array;
}

/** The plans to compare with, as they are used today or follow from knowing all rates; by name. */
export type Rival = 'refused' | 'equal' | 'proportional' | 'root' | 'perSite' | 'timeOfDay';

/** What a rival works with, the same as Askbell has. */
export interface Terms {
  requestsPerDay: number;
  /** Seconds of the day at which the quota is counted anew. */
  resetAt: number;
  seed: number;
}

/**
 * When each event of a trace is told by a plan with fixed intervals, in seconds of the trace; NaN where it never is.
 * Rivals begin when Askbell does, with a full quota that is counted anew when its is. All but `refused` and `equal`
 * know every rate beforehand, and none pays for the pages that overflow, as in the table of the design. If plans with
 * equal intervals did, their intervals would be a fifth longer at 300 a day, and Askbell would look that much better.
 */
export function rival(name: Rival, trace: Trace, { requestsPerDay, resetAt, seed }: Terms): Float64Array {
  const random = createRandom(seed * 31 + 7);
  const polls = name === 'perSite' || name === 'timeOfDay' ? bySite(trace) : trace.streams.map((_, stream) => [stream]);
  const values = valuesByHour(trace, polls);
  if (name === 'refused') return untilRefused(trace, requestsPerDay, resetAt);
  const worth = values.map((value) => {
    const mean = value.reduce((sum, each) => sum + each, 0) / 24;
    if (name === 'equal') return new Float64Array(24).fill(1);
    if (name === 'proportional') return new Float64Array(24).fill(mean);
    return name === 'timeOfDay' ? value.map(Math.sqrt) : new Float64Array(24).fill(Math.sqrt(mean));
  });
  const often = shared(worth, requestsPerDay);
  const found = new Float64Array(trace.at.length).fill(Number.NaN);
  for (const [index, serves] of polls.entries()) tell(trace, { serves, often: often[index]! }, random.next(), found);
  return found;
}

const bySite = ({ groups, groupOf }: Trace): number[][] =>
  groups.map((_, group) => groupOf.flatMap((of, stream) => (of === group ? [stream] : [])));

/** Value a second of what each poll tells of, for each hour of the day. */
function valuesByHour({ at, stream, streams, days }: Trace, polls: number[][]): Float64Array[] {
  const pollOf = streams.map((_, index) => polls.findIndex((serves) => serves.includes(index)));
  const values = polls.map(() => new Float64Array(24));
  for (const [index, t] of at.entries()) {
    const which = stream[index]!;
    values[pollOf[which]!]![Math.floor((t % DAY_S) / 3600)]! += streams[which]!.weight / (days * 3600);
  }
  return values;
}

/** Shares out the requests of a day by worth, no poll more often than every minute. */
function shared(worth: Float64Array[], requestsPerDay: number): Float64Array[] {
  const spent = (scale: number) =>
    worth.reduce(
      (sum, each) =>
        sum + each.reduce((ofDay, hour) => ofDay + 3600 * Math.min(1 / SAME_REQUEST_FLOOR_S, scale * hour), 0),
      0,
    );
  let [low, high] = [1e-12, 1e12];
  for (let step = 0; step < 200; step++) {
    const middle = Math.sqrt(low * high);
    if (spent(middle) < requestsPerDay) low = middle;
    else high = middle;
  }
  return worth.map((each) => each.map((hour) => Math.min(1 / SAME_REQUEST_FLOOR_S, low * hour)));
}

/** Polls at the moments at which the sum of its rate passes a whole number, beginning at `phase`. */
function tell(trace: Trace, { serves, often }: Poll, phase: number, found: Float64Array): void {
  const polls: number[] = [];
  let due = 1 - phase;
  for (let hour = 0; hour < trace.days * 24; hour++) {
    const rate = often[hour % 24]!;
    let at = 0;
    while (rate > 0 && due <= rate * (3600 - at)) {
      at += due / rate;
      polls.push(hour * 3600 + at);
      due = 1;
    }
    due -= rate * (3600 - at);
  }
  let next = 0;
  for (const [index, t] of trace.at.entries()) {
    if (!serves.includes(trace.stream[index]!)) continue;
    while (next < polls.length && polls[next]! < t) next++;
    if (next < polls.length) found[index] = polls[next]!;
  }
}

/**
 * Every stream every minute, one after the other, from the start and from each reset until nothing is left; then only
 * refusals.
 */
function untilRefused(trace: Trace, requestsPerDay: number, resetAt: number): Float64Array {
  const each = trace.streams.length;
  const rounds = (stream: number) => Math.floor(requestsPerDay / each) + (stream < requestsPerDay % each ? 1 : 0);
  const answeredFrom = (resets: number): number =>
    resets < 0 ? 0 : Math.ceil((resetAt + resets * DAY_S) / SAME_REQUEST_FLOOR_S) * SAME_REQUEST_FLOOR_S;
  return trace.at.map((t, index) => {
    const next = Math.ceil(t / SAME_REQUEST_FLOOR_S) * SAME_REQUEST_FLOOR_S;
    // The last reset before it; -1 before the first.
    const resets = Math.floor((next - resetAt) / DAY_S);
    const from = answeredFrom(resets);
    const answered = rounds(trace.stream[index]!);
    const told = (next - from) / SAME_REQUEST_FLOOR_S < answered ? next : answeredFrom(resets + 1);
    return answered > 0 && told < trace.days * DAY_S ? told : Number.NaN;
  });
}
