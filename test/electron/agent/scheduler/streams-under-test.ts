import { RateLearner } from '../../../../electron/agent/scheduler/forecast/rate-learner.ts';
import { Gate } from '../../../../electron/agent/scheduler/gate.ts';
import { ServerClock } from '../../../../electron/agent/scheduler/server-clock.ts';
import { StreamStates } from '../../../../electron/agent/scheduler/stream-states.ts';
import { Streams } from '../../../../electron/agent/scheduler/streams.ts';
import type { ProfileHistory } from '../../../../electron/store/profile-history.ts';
import type { SettingsStore } from '../../../../electron/store/settings.ts';

/** The list of streams of a profile of the network `demo`, at a time of the test's. */
export function streamsUnderTest(profile: ProfileHistory, settings: SettingsStore, now: number) {
  const clock = { now: () => now, sleep: () => Promise.resolve() };
  const [states, learner] = [new StreamStates(profile), new RateLearner(profile)];
  const gate = new Gate(profile, states, new ServerClock(clock, profile), 'Demo');
  const streams = new Streams({ clock, settings }, { profile, networkId: 'demo' }, { gate, states, learner });
  return { streams, states, learner };
}
