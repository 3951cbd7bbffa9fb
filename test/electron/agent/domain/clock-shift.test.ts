import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMethodBackoffs } from '../../../../electron/agent/polling/gate/method-backoffs.ts';
import { createNetworkHold } from '../../../../electron/agent/polling/gate/network-hold.ts';
import { NetworkTime } from '../../../../electron/agent/domain/network-time.ts';
import { createRequestGate } from '../../../../electron/agent/polling/gate/request-gate.ts';
import { createQuotaLedger } from '../../../../electron/agent/polling/quota-ledger.ts';
import { createStreamStates } from '../../../../electron/agent/polling/stream-states.ts';
import { openHistory, type History, type ProfileHistory } from '../../../../electron/store/history.ts';

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
    const earlier = createQuotaLedger(profile, 0);
    earlier.seen({ max: 300, remaining: 100 }, truth - 6 * hour);
    const spending = createQuotaLedger(profile, 0);
    spending.sent();
    spending.notSent();
    spending.relabel(behind);
    expect(spending.known()).toMatchObject({
      remaining: 100,
      observedAt: truth - 6 * hour,
      windowStartedAt: truth - 6 * hour,
      shownAt: truth - 6 * hour,
    });
  });

  it('moves what was seen of the quota since, and not when its day began', () => {
    createQuotaLedger(profile, 0).seen({ max: 300, remaining: 100 }, truth - 6 * hour);
    const spending = createQuotaLedger(profile, 0);
    spending.seen({ max: 300, remaining: 50 }, truth - behind);
    spending.relabel(behind);
    expect(spending.known()).toMatchObject({
      observedAt: truth,
      windowStartedAt: truth - 6 * hour,
      shownAt: truth - 6 * hour,
    });
    spending.seen({ max: 300, remaining: 299 }, truth);
    spending.relabel(hour);
    expect(spending.known()!.observedAt).toBe(truth + hour);
  });

  it('leaves when a stream was asked in the earlier run, whatever else of it changed, and moves when it was asked since', () => {
    createStreamStates(profile).change('inbox', {
      lastSentAt: truth - minute,
      notBefore: truth + minute,
      restsUntil: truth + hour,
    });
    const states = createStreamStates(profile);
    states.change('inbox', { wanted: true });
    states.relabel(behind);
    expect(states.of('inbox')).toMatchObject({
      lastSentAt: truth - minute,
      notBefore: truth + minute,
      restsUntil: truth + hour,
    });
    states.change('inbox', { lastSentAt: truth });
    states.relabel(hour);
    expect(states.of('inbox')).toMatchObject({
      lastSentAt: truth + hour,
      notBefore: truth + minute,
      restsUntil: truth + hour,
    });
    expect(createStreamStates(profile).of('inbox')).toMatchObject({
      lastSentAt: truth + hour,
      notBefore: truth + minute,
    });
  });

  it('moves the minute of a stream whose time lay ahead', () => {
    createStreamStates(profile).change('inbox', { lastSentAt: truth - 10_000 });
    const states = createStreamStates(profile);
    states.of('inbox');
    states.correct(truth - behind);
    states.relabel(behind);
    expect(states.of('inbox').lastSentAt).toBe(truth);
  });

  it('leaves a pause of the earlier run, also where a stream only now comes to wait for it', () => {
    createMethodBackoffs(profile).hear('/questions', truth + 20 * minute, truth);
    const states = createStreamStates(profile);
    const backoffs = createMethodBackoffs(profile);
    let off = -behind;
    const time = new NetworkTime(
      { now: () => truth + off, elapsed: () => 0, sleep: () => Promise.resolve() },
      { skew: 0, onShift: () => undefined, onSkewChange: () => undefined },
    );
    const silence = createRequestGate({ hold: createNetworkHold(profile, time.now(), 'Demo'), backoffs, states, time });
    expect(silence.stateOf('questions:s').notBefore).toBe(truth + 20 * minute);
    // Another one is asked for by the wrong time, and a shorter one of the same.
    silence.hear('/me/inbox', truth + off + 10 * minute);
    silence.hear('/questions', truth + off + 10 * minute);
    off = 0;
    for (const noted of [states, backoffs]) noted.relabel(behind);
    expect(states.of('questions:s').notBefore).toBe(truth + 20 * minute);
    expect(backoffs.until('/questions', truth)).toBe(truth + 20 * minute);
    expect(backoffs.until('/me/inbox', truth)).toBe(truth + 10 * minute);
    expect(silence.stateOf('inbox').notBefore).toBe(truth + 10 * minute);
  });
});
