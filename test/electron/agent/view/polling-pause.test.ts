import { describe, expect, it } from 'vitest';
import type { AgentCondition } from '../../../../electron/agent/conditions.ts';
import { TrayCountdown } from '../../../../electron/agent/view/tray-countdown.ts';
import { pollingPause } from '../../../../electron/agent/view/polling-pause.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

const now = Date.UTC(2026, 5, 1, 9);
const hour = 3600_000;
const condition = (kind: AgentCondition['kind'], retryAt?: number): AgentCondition => ({
  kind,
  severity: 'problem',
  title: kind,
  advice: '',
  retryAt,
});

describe('whether polling stands still', () => {
  it.each([
    ['quota-exhausted', { until: now + hour, why: 'quota' }],
    ['throttled', { until: now + hour, why: 'throttled' }],
    ['offline', undefined],
    ['server-fault', undefined],
  ] as const)('%s', (kind, held) => {
    expect(pollingPause(now, [condition(kind, now + hour)])).toEqual(held);
  });

  it('does not, once the moment is there or where none is known', () => {
    for (const retryAt of [now, now - 1, Infinity, undefined])
      expect(pollingPause(now, [condition('throttled', retryAt)])).toBeUndefined();
  });
});

describe('a countdown', () => {
  it('is drawn again until there is nothing to count', async () => {
    const clock = createManualClock();
    let left = 3;
    const countdown = new TrayCountdown(clock, () => --left > 0);
    countdown.start();
    countdown.start();
    await clock.advance(60_000);
    expect(left).toBe(1);
    await clock.advance(600_000);
    expect([left, clock.sleepers()]).toEqual([0, 0]);
    left = 2;
    countdown.start();
    await clock.advance(600_000);
    expect(left).toBe(0);
  });

  it('ends when told, for good', async () => {
    const clock = createManualClock();
    let drawn = 0;
    const countdown = new TrayCountdown(clock, () => ++drawn > 0);
    countdown.start();
    countdown.stop();
    countdown.start();
    await clock.advance(600_000);
    expect([drawn, clock.sleepers()]).toEqual([0, 0]);
  });
});
