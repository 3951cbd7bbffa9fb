import { RateLearner } from '../../electron/agent/scheduler/forecast/rate-learner.ts';
import { Gate } from '../../electron/agent/scheduler/gate.ts';
import { planNextPoll } from '../../electron/agent/scheduler/plan/planner.ts';
import { Streams } from '../../electron/agent/scheduler/streams.ts';
import { ServerClock } from '../../electron/agent/scheduler/server-clock.ts';
import { StreamStates } from '../../electron/agent/scheduler/stream-states.ts';
import { DAY_MS } from '../../common/durations.ts';
import { openHistory } from '../../electron/store/history.ts';
import { SettingsStore } from '../../electron/store/settings.ts';
import { watchOf } from '../../test/support/watch.ts';
import { createRandom } from '../../sandbox/world/random.ts';

const WARM_UP_DECISIONS = 50;

/**
 * Milliseconds of the processor that one decision takes with this many streams, on average over `decisions`: the list
 * of streams as the scheduler makes it, each with a rhythm of its own for matches and for all questions, and the
 * plan.
 */
export function decisionTime(streams: number, decisions: number, seed: number): number {
  const random = createRandom(seed);
  const start = Date.UTC(2026, 0, 5);
  let now = start;
  const history = openHistory(':memory:');
  const profile = history.profile({ network: 'bench', accountId: 1, displayName: 'Bench' });
  const watches = Array.from({ length: streams }, (_, index) =>
    watchOf(`w${index}`, `s${index}`, undefined, { networkId: 'bench' }),
  );
  const states = new StreamStates(profile);
  const learner = new RateLearner(profile);
  for (const { id, siteId } of watches) {
    const [name, atBest] = [`questions:${siteId}`, 0.01 * 400 ** random.fraction()];
    const counted = (times: number) => ({
      events: Array.from({ length: 24 }, () => 10 * times * atBest * (0.2 + 0.8 * random.fraction())),
      hours: Array.from({ length: 24 }, () => 10),
      until: start,
    });
    profile.setMark(`learned:${name}`, { items: counted(3), matches: { [id]: counted(1) } });
    profile.setMark(`stream:${name}`, { lastSentAt: start });
  }
  for (const mark of ['sites-at', 'accounts-at']) profile.setMark(mark, start);
  const settings = new SettingsStore({ path: '', store: { watches } });
  const clock = { now: () => now, sleep: () => Promise.resolve() };
  const gate = new Gate(profile, states, new ServerClock(clock, profile), 'Bench');
  const streamList = new Streams({ clock, settings }, { profile, networkId: 'bench' }, { gate, states, learner });
  let spendable = 9970;
  let price: number | undefined;
  const took: number[] = [];
  for (let decision = 0; decision < decisions; decision++) {
    const before = process.cpuUsage();
    states.correct(now);
    const made = planNextPoll({
      now,
      streams: streamList.list(),
      price,
      allowance: { spendable, lastsFor: start + DAY_MS - now },
    });
    // The processor's time: what else the machine does counts for nothing. The first decisions are still being
    // compiled.
    const { user, system } = process.cpuUsage(before);
    if (decision >= WARM_UP_DECISIONS) took.push((user + system) / 1000);
    price = made.price;
    if (!made.next) break;
    now = Math.max(now, made.next.at);
    spendable--;
    states.change(made.next.stream, { lastSentAt: now });
  }
  history.close();
  return took.reduce((sum, each) => sum + each, 0) / took.length;
}
