import { constantProfile } from '../../../../../electron/agent/scheduler/forecast/hourly-rates.ts';
import type { Forecast, Stream } from '../../../../../electron/agent/scheduler/forecast/forecast.ts';
import { planNextPoll } from '../../../../../electron/agent/scheduler/plan/planner.ts';
import type { PlanInput } from '../../../../../electron/agent/scheduler/plan/price.ts';
import type { StreamId } from '../../../../../electron/agent/ids.ts';

/** Returns a stream of one request that nobody asks for. */
export const streamOf = (id: StreamId, part: Partial<Stream> = {}): Stream => {
  return { id, cost: 1, wanted: false, byPerson: false, onDemand: false, ...part };
};

/** Returns a forecast of news worth so much in each hour. */
export const worth = (valueAnHour: number, knownUntil: number, part: Partial<Forecast> = {}): Forecast => ({
  value: constantProfile(valueAnHour),
  knownUntil,
  ...part,
});

/** Lives by the plan until a moment: gives the moments at which each stream was polled. */
export function live(given: PlanInput, until: number, mostPolls = Infinity): Map<StreamId, number[]> {
  const polls = new Map<StreamId, number[]>(given.streams.map(({ id }) => [id, []]));
  const fullAgainAt = given.now + given.allowance.lastsFor;
  let { now, streams, price, allowance } = given;
  for (let count = 0; count < mostPolls; count++) {
    const made = planNextPoll({ ...given, now, streams, price, allowance: { ...allowance, fullAgainAt } });
    ({ price } = made);
    if (!made.next || made.next.at >= until) break;
    const { stream: id, at } = made.next;
    now = Math.max(now, at);
    polls.get(id)!.push(now);
    const polled = streams.find((each) => each.id === id)!;
    const left = (of?: number) => (of === undefined ? undefined : of - polled.cost);
    allowance = {
      lastsFor: given.now + given.allowance.lastsFor - now,
      spendable: left(allowance.spendable),
      forInbox: left(allowance.forInbox),
      forClicks: left(allowance.forClicks),
    };
    const forecast = polled.forecast && { ...polled.forecast, knownUntil: now };
    const after = { ...polled, lastSentAt: now, wanted: false, ...(forecast && { forecast }) };
    streams = streams.map((each) => (each.id === id ? after : each));
  }
  return polls;
}
