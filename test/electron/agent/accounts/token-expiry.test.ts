import { describe, expect, it } from 'vitest';
import { expiryCondition, expiryNotice, nextExpiryTime } from '../../../../electron/agent/accounts/token-expiry.ts';
import { localizeCondition, type AgentCondition } from '../../../../electron/agent/conditions.ts';
import { localeOf } from '../../../../common/i18n/locale.ts';

const now = Date.UTC(2026, 5, 1, 9);
const hour = 3600_000;
const english = (condition: AgentCondition | undefined) => condition && localizeCondition(condition, localeOf('en'));

describe('token expiry', () => {
  it('is told an hour before and at the end', () => {
    const end = now + 24 * hour;
    expect(nextExpiryTime(undefined, now)).toBeUndefined();
    expect(nextExpiryTime(end, now)).toBe(end - hour);
    expect(nextExpiryTime(end, end - hour)).toBe(end);
    expect(nextExpiryTime(end, end)).toBeUndefined();
    expect(expiryCondition('Loops', end, now)).toBeUndefined();
    expect(english(expiryCondition('Loops', end, end - 30 * 60_000))).toMatchObject({
      severity: 'warning',
      title: 'Your sign-in to Loops expires in 30 min',
    });
    expect(expiryCondition('Loops', end, end)).toMatchObject({ severity: 'problem', kind: 'signed-out' });
    expect(expiryNotice('Loops', end, end, localeOf('en'))?.kind).toBe('status');
    expect(expiryNotice('Loops', undefined, end, localeOf('en'))).toBeUndefined();
  });
});
