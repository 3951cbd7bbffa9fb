import { maxPollsPerHour } from '../forecast/forecast.ts';
import { hourlyProfile, type HourlyProfile } from '../forecast/hourly-rates.ts';
import type { Forecast, Stream, StreamHints } from '../forecast/stream.ts';

/** Returns the polls per hour by value alone, averaged over the day. `weight`: factor for the value of events. */
const usualPollsPerHour = (stream: Stream, value: HourlyProfile, price: number, weight: number): number =>
  Math.min(
    maxPollsPerHour(stream),
    price > 0 ? Math.sqrt((value.cumulative[24]! * weight) / 24 / (2 * price * stream.cost)) : Infinity,
  );

/**
 * Whether it pays to poll a stream at each hint. If hints are more frequent than polls by value, a poll at each costs
 * more than it is worth: several events are better fetched together, as without a socket.
 */
export function followsHints(
  stream: Stream,
  { value }: Forecast,
  price: number,
  weight = 1,
): stream is Stream & { hints: StreamHints } {
  return stream.hints !== undefined && stream.hints.pollsPerHour < usualPollsPerHour(stream, value, price, weight);
}

/**
 * Returns the polls per hour of a stream with hints: one at each hint, and fallback polls between them, which each hint
 * postpones.
 * @param hints hints per hour
 * @param net fallback polls per hour if there were no hints
 */
export const hintedPollsPerHour = (hints: number, net: number): number =>
  net <= 0 || hints / net > 50 ? hints : hints / net < 1e-6 ? net : hints / -Math.expm1(-hints / net);

/**
 * Returns the fallback polls as a share of the polls without a socket: they are proportional to the root of the value.
 */
export const netShare = ({ coverage }: StreamHints): number => Math.sqrt(1 - coverage);

const unhinted = new WeakMap<HourlyProfile, { coverage: number; value: HourlyProfile }>();

/** Returns the forecast of events without a hint. */
export function unhintedForecast(forecast: Forecast, { coverage }: StreamHints): Forecast {
  if (coverage <= 0) return forecast;
  const { value, deviation } = forecast;
  let known = unhinted.get(value);
  if (known?.coverage !== coverage) {
    known = { coverage, value: hourlyProfile(value.perHour.map((perHour) => perHour * (1 - coverage))) };
    unhinted.set(value, known);
  }
  return {
    ...forecast,
    value: known.value,
    ...(deviation && { deviation: { ...deviation, extra: deviation.extra * (1 - coverage) } }),
  };
}
