import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PersistentBackoffs } from '../../../../electron/agent/scheduler/persistent-backoffs.ts';
import { NetworkTime } from '../../../../electron/agent/scheduler/server-clock.ts';
import { RequestGate } from '../../../../electron/agent/scheduler/gate.ts';
import { QuotaLedger } from '../../../../electron/agent/scheduler/quota-ledger.ts';
import { StreamStates } from '../../../../electron/agent/scheduler/stream-states.ts';
import { openHistory, type History } from '../../../../electron/store/history.ts';
import type { ProfileHistory } from '../../../../electron/store/profile-history.ts';

const [minute, hour] = [60_000, 3600_000];
const truth = Date.UTC(2026, 0, 5, 12);
/** After the restart the clock is so far behind, until the first answer. */
const behind = 5 * hour;

describe('once a clock that was wrong at the restart is set right', () => {
  let history: History;
  let profile: ProfileHistory;
  beforeEach(() => {
    history = openHistory(':memory:');
    profile = history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' });
  });
  afterEach(() => history.close());

  it('leaves the day of the quota where the earlier run saw it begin, also after a request that was not sent', () => {
    const earlier = new QuotaLedger(profile, 0);
    earlier.observe({ max: 300, remaining: 100 }, truth - 6 * hour);
    const ledger = new QuotaLedger(profile, 0);
    ledger.requestSent();
    ledger.requestNotSent();
    ledger.shiftTimes(behind);
    expect(ledger.quota()).toMatchObject({
      remaining: 100,
      observedAt: truth - 6 * hour,
      windowStartedAt: truth - 6 * hour,
      shownAt: truth - 6 * hour,
    });
  });

  it('moves what was seen of the quota since, and not when its day began', () => {
    new QuotaLedger(profile, 0).observe({ max: 300, remaining: 100 }, truth - 6 * hour);
    const ledger = new QuotaLedger(profile, 0);
    ledger.observe({ max: 300, remaining: 50 }, truth - behind);
    ledger.shiftTimes(behind);
    expect(ledger.quota()).toMatchObject({
      observedAt: truth,
      windowStartedAt: truth - 6 * hour,
      shownAt: truth - 6 * hour,
    });
    ledger.observe({ max: 300, remaining: 299 }, truth);
    ledger.shiftTimes(hour);
    expect(ledger.quota()!.observedAt).toBe(truth + hour);
  });

  it('leaves when a stream was asked in the earlier run, whatever else of it changed, and moves when it was asked since', () => {
    new StreamStates(profile).change('inbox', {
      lastSentAt: truth - minute,
      notBefore: truth + minute,
      restsUntil: truth + hour,
    });
    const states = new StreamStates(profile);
    states.change('inbox', { wanted: true });
    states.shiftTimes(behind);
    expect(states.of('inbox')).toMatchObject({
      lastSentAt: truth - minute,
      notBefore: truth + minute,
      restsUntil: truth + hour,
    });
    states.change('inbox', { lastSentAt: truth });
    states.shiftTimes(hour);
    expect(states.of('inbox')).toMatchObject({
      lastSentAt: truth + hour,
      notBefore: truth + minute,
      restsUntil: truth + hour,
    });
    expect(new StreamStates(profile).of('inbox')).toMatchObject({
      lastSentAt: truth + hour,
      notBefore: truth + minute,
    });
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
    new PersistentBackoffs(profile).add('/questions', truth + 20 * minute, truth);
    const states = new StreamStates(profile);
    let off = -behind;
    const time = new NetworkTime(
      { now: () => truth + off, elapsed: () => 0, sleep: () => Promise.resolve() },
      { skew: 0, onShift: () => undefined, onSkewChange: () => undefined },
    );
    const gate = new RequestGate({ profile, networkName: 'Demo', states, time });
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
});
