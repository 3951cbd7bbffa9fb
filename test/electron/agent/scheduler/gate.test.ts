import { expect, it } from 'vitest';
import { conditionText, type AgentCondition } from '../../../../electron/agent/conditions.ts';
import { NetworkHold } from '../../../../electron/agent/scheduler/network-hold.ts';
import { openHistory } from '../../../../electron/store/history.ts';

const now = Date.UTC(2026, 7, 14);
const hour = 3600_000;
const because = (kind: AgentCondition['kind']): AgentCondition => ({
  kind,
  severity: 'problem',
  ...conditionText('throttled', { network: 'Loops' }),
});
const hold = () => {
  const history = openHistory(':memory:');
  const profile = history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' });
  return { profile, hold: new NetworkHold(profile, now, 'Loops') };
};

// Bans of hours were seen, and asking in the meantime lengthens them: docs/api.md, "Bans".
it('what the network asked for is only ever extended', () => {
  const { hold: held, profile } = hold();
  held.begin(now + 13 * hour, because('throttled'), now);
  held.begin(now + 40_000, because('throttled'), now + 1000);
  expect(held.until()).toBe(now + 13 * hour);
  held.begin(now + 300_000, because('captive-portal'), now + 2000);
  expect(held.until()).toBe(now + 13 * hour);
  expect(held.condition()?.kind).toBe('throttled');
  expect(held.failures()).toBe(3);
  held.begin(now + 14 * hour, because('quota-exhausted'), now + 3000);
  expect(held.until()).toBe(now + 14 * hour);
  expect(new NetworkHold(profile, now + hour, 'Loops').until()).toBe(now + 14 * hour);
});

it('one of this side makes way for what the network asks for, and an answer ends them all', () => {
  const { hold: held, profile } = hold();
  held.begin(now + hour, because('offline'), now);
  held.begin(now + 300_000, because('blocked-by-protection'), now + 1000);
  expect(held.until()).toBe(now + 300_000);
  expect(held.isKeptFromClicks()).toBe(true);
  expect(new NetworkHold(profile, now + 1000, 'Loops').condition()?.kind).toBe('blocked-by-protection');
  held.end();
  expect(held.until()).toBeUndefined();
  expect(new NetworkHold(profile, now + 1000, 'Loops').until()).toBeUndefined();
});

it('that was noted while the time was taken for a later one is as long as it was meant to be', () => {
  const { hold: held, profile } = hold();
  held.begin(now + 25 * hour, because('throttled'), now + 24 * hour);
  expect(new NetworkHold(profile, now, 'Loops').until()).toBe(now + hour);
});

// A poll that was under way when a click drew the ban may be told that its token is no good, and whoever signs in again
// is banned all the same: docs/api.md, "Bans".
it.each(['signed-out', 'bad-key'] as const)('a ban outlasts what a person has to mend: %s', (kind) => {
  const { hold: held, profile } = hold();
  held.begin(now + 9 * hour, because('throttled'), now);
  held.begin(Infinity, because(kind), now + 1000);
  expect(held.condition()?.kind).toBe(kind);
  expect(held.until()).toBe(Infinity);
  expect(held.isKeptFromClicks()).toBe(true);
  expect(held.clicksUntil()).toBe(now + 9 * hour);
  // Whoever asks for everything once it is mended lets polls try again, and the ban goes on.
  held.retryAt(now + 2000);
  expect(held.until()).toBe(now + 9 * hour);
  const later = new NetworkHold(profile, now + hour, 'Loops');
  expect(later.until()).toBe(now + 9 * hour);
  expect(later.condition()?.kind).toBe('throttled');
});

it('a ban outlasts a quota that is used up for longer, which clicks may try', () => {
  const { hold: held } = hold();
  held.begin(now + hour, because('throttled'), now);
  held.begin(now + 3 * hour, because('quota-exhausted'), now + 1000);
  expect(held.until()).toBe(now + 3 * hour);
  expect(held.clicksUntil()).toBe(now + hour);
  held.begin(now + 2 * hour, because('throttled'), now + 2000);
  expect(held.clicksUntil()).toBe(now + 2 * hour);
});

it('one that ended before is no ban any more', () => {
  const { hold: held } = hold();
  held.begin(now + hour, because('throttled'), now);
  held.begin(now + 3 * hour, because('offline'), now + 2 * hour);
  expect(held.isKeptFromClicks()).toBe(false);
  expect(held.clicksUntil()).toBeUndefined();
});
