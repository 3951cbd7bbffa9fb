import { beforeEach, describe, expect, it } from 'vitest';
import { Gate } from '../../../../electron/agent/scheduler/gate.ts';
import { NetworkError, type Network } from '../../../../electron/api/network.ts';
import { Quota } from '../../../../electron/agent/scheduler/quota.ts';
import { Scheduler } from '../../../../electron/agent/scheduler/scheduler.ts';
import { ServerClock } from '../../../../electron/agent/scheduler/server-clock.ts';
import { StreamStates } from '../../../../electron/agent/scheduler/stream-states.ts';
import type { History } from '../../../../electron/store/history.ts';
import { openProfile } from '../../../support/profile.ts';
import type { ProfileHistory } from '../../../../electron/store/profile-history.ts';
import { SettingsStore } from '../../../../electron/store/settings.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { schedulerContext } from '../../../support/scheduler-context.ts';

const [minute, hour] = [60_000, 3600_000];
const truth = Date.UTC(2026, 0, 5, 12);
/** After the restart the clock is so far behind, until the first answer. */
const behind = 5 * hour;

describe('once a clock that was wrong at the restart is set right', () => {
  let history: History;
  let profile: ProfileHistory;
  beforeEach(() => void ({ history, profile } = openProfile()));
  /** A gate by the clock of this machine. */
  const gateAt = (now: () => number) => {
    const states = new StreamStates(profile);
    const time = new ServerClock({ now, elapsed: () => 0, sleep: () => Promise.resolve() }, profile);
    return { time, states, gate: new Gate(profile, states, time, 'Demo') };
  };

  it('leaves the day of the quota where the earlier run saw it begin, also after a request that was not sent', () => {
    const earlier = new Quota(profile, 0);
    earlier.observe({ max: 300, remaining: 100 }, truth - 6 * hour);
    const quota = new Quota(profile, 0);
    quota.sent();
    quota.notSent();
    quota.shiftTimes(behind);
    const began = truth - 6 * hour;
    expect(quota.state()).toMatchObject({ remaining: 100, observedAt: began, windowStartedAt: began, shownAt: began });
  });

  it('moves what was seen of the quota since, and not when its day began', () => {
    new Quota(profile, 0).observe({ max: 300, remaining: 100 }, truth - 6 * hour);
    const quota = new Quota(profile, 0);
    quota.observe({ max: 300, remaining: 50 }, truth - behind);
    quota.shiftTimes(behind);
    const began = truth - 6 * hour;
    expect(quota.state()).toMatchObject({ observedAt: truth, windowStartedAt: began, shownAt: began });
    quota.observe({ max: 300, remaining: 299 }, truth);
    quota.shiftTimes(hour);
    expect(quota.state()!.observedAt).toBe(truth + hour);
  });

  it('leaves when a stream was asked in the earlier run, whatever else of it changed, and moves when it was asked since', () => {
    const rests = { notBefore: truth + minute, restsUntil: truth + hour };
    new StreamStates(profile).change('inbox', { lastSentAt: truth - minute, ...rests });
    const states = new StreamStates(profile);
    states.change('inbox', { wanted: true });
    states.shiftTimes(behind);
    expect(states.of('inbox')).toMatchObject({ lastSentAt: truth - minute, ...rests });
    states.change('inbox', { lastSentAt: truth });
    states.shiftTimes(hour);
    expect(states.of('inbox')).toMatchObject({ lastSentAt: truth + hour, ...rests });
    const { notBefore } = rests;
    expect(new StreamStates(profile).of('inbox')).toMatchObject({ lastSentAt: truth + hour, notBefore });
  });

  it('moves the minute of a stream whose time lay ahead', () => {
    new StreamStates(profile).change('inbox', { lastSentAt: truth - 10_000 });
    const states = new StreamStates(profile);
    states.of('inbox');
    states.correct(truth - behind);
    states.shiftTimes(behind);
    expect(states.of('inbox').lastSentAt).toBe(truth);
  });

  it('leaves a pause of the earlier run, also where a stream only now comes to wait for it', () => {
    const { gate: earlier } = gateAt(() => truth);
    earlier.pauseMethod('/questions', truth + 20 * minute);
    let off = -behind;
    const { gate, states } = gateAt(() => truth + off);
    expect(gate.streamState('questions:s').notBefore).toBe(truth + 20 * minute);
    // Another one is asked for by the wrong time, and a shorter one of the same.
    gate.pauseMethod('/inbox', truth + off + 10 * minute);
    gate.pauseMethod('/questions', truth + off + 10 * minute);
    off = 0;
    for (const holder of [states, gate]) holder.shiftTimes(behind);
    expect(states.of('questions:s').notBefore).toBe(truth + 20 * minute);
    expect(gate.methodClosedUntil('/questions')).toBe(truth + 20 * minute);
    expect(gate.methodClosedUntil('/inbox')).toBe(truth + 10 * minute);
    expect(gate.streamState('inbox').notBefore).toBe(truth + 10 * minute);
  });

  it('moves every remembered time once: no wait becomes longer or shorter, and no presence is lost', () => {
    const clock = createManualClock(truth - behind);
    const settings = new SettingsStore({ path: '', store: {} });
    const context = schedulerContext({ clock, settings, history });
    const network = {} as Network;
    const polled = { network, networkId: 'demo', networkName: 'Demo', profile };
    const scheduler = new Scheduler(context, { ...polled, announcements: { heldUntil: () => undefined } }, 0);
    const { responses } = scheduler;
    const waits = () => {
      const [method, network] = ['/inbox', '/sites'].map((route) => responses.blockedUntil(route));
      return { method, network, streams: scheduler.syncOutcome() };
    };
    scheduler.setPresence('away');
    scheduler.syncOutcome();
    const at = clock.now();
    responses.answered({ at, quota: { max: 300, remaining: 200 } });
    responses.answered({ at, method: '/inbox', backoffUntil: at + 20 * minute });
    const throttled = new NetworkError('throttled', 'Too many requests.', { retryAt: at + hour, retryNamed: true });
    responses.answered({ at, fault: throttled });
    const before = waits();
    expect(before.method).toBeGreaterThan(at + 19 * minute);
    expect(before.streams.later.map(({ stream }) => stream)).toContain('inbox');
    responses.answered({ at, networkTime: truth });
    expect(Math.abs(scheduler.networkNow()! - truth)).toBeLessThan(3000);
    expect(waits()).toEqual(before);
    expect(Math.abs(scheduler.quota()!.observedAt - truth)).toBeLessThan(3000);
    clock.set(clock.now() + 30 * minute);
    scheduler.woke();
    responses.answered({ at: clock.now(), networkTime: truth + 30 * minute });
    scheduler.setPresence('present');
    const { watched } = profile.mark('presence') as { watched: number[] };
    expect(watched.reduce((sum, hours) => sum + hours, 0)).toBeCloseTo(0.5, 1);
  });
});
