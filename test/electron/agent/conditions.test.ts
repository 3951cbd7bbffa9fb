import { describe, expect, it } from 'vitest';
import { NetworkError } from '../../../electron/api/network.ts';
import { mostUrgentFirst } from '../../../electron/agent/conditions.ts';
import { clockCondition } from '../../../electron/agent/scheduler/conditions.ts';
import { assessFailure } from '../../../electron/agent/scheduler/failures.ts';

const judged = (kind: 'server-fault' | 'token-rejected') =>
  assessFailure(new NetworkError(kind, 'What happened.', {}), 1, Date.UTC(2026, 5, 1, 9), () => 0.5, 'Loops');

describe('conditions', () => {
  it('come most pressing first, warnings last', () => {
    const all = [clockCondition(3600_000)!, judged('server-fault').condition, judged('token-rejected').condition];
    expect(mostUrgentFirst(all).map(({ kind }) => kind)).toEqual(['signed-out', 'server-fault', 'clock-wrong']);
  });
});
