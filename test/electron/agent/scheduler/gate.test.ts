import { expect, it } from 'vitest';
import { conditionText, type AgentCondition } from '../../../../electron/agent/conditions.ts';
import { Gate } from '../../../../electron/agent/scheduler/gate.ts';
import { ServerClock } from '../../../../electron/agent/scheduler/server-clock.ts';
import { StreamStates } from '../../../../electron/agent/scheduler/stream-states.ts';
import { openProfile, type ProfileHistory } from '../../../support/profile.ts';

const now = Date.UTC(2026, 7, 14);
const hour = 3600_000;
const because = (kind: AgentCondition['kind']): AgentCondition => {
  return { kind, severity: 'problem', ...conditionText('throttled', { network: 'Loops' }) };
};
/** A gate whose server time the test sets. */
const gateAt = (profile: ProfileHistory, at: number) => {
  const clock = { now: () => at, sleep: () => Promise.resolve() };
  const gate = new Gate(profile, new StreamStates(profile), new ServerClock(clock, profile), 'Loops');
  return {
    gate,
    begin(until: number, condition: AgentCondition, notedAt: number) {
      at = notedAt;
      gate.close(until, condition);
    },
  };
};
const hold = () => {
  const { profile } = openProfile();
  return { profile, ...gateAt(profile, now) };
};
/** The gate of a run that begins later. */
const later = (profile: ProfileHistory, at: number) => gateAt(profile, at).gate;

// Bans of hours were seen, and asking in the meantime lengthens them: docs/api.md, "Bans".
it('what the network asked for is only ever extended', () => {
  const { gate: held, begin, profile } = hold();
  begin(now + 13 * hour, because('throttled'), now);
  begin(now + 40_000, because('throttled'), now + 1000);
  expect(held.closedUntil()).toBe(now + 13 * hour);
  begin(now + 300_000, because('captive-portal'), now + 2000);
  expect(held.closedUntil()).toBe(now + 13 * hour);
  expect(held.condition()?.kind).toBe('throttled');
  expect(held.failuresInARow()).toBe(3);
  begin(now + 14 * hour, because('quota-exhausted'), now + 3000);
  expect(held.closedUntil()).toBe(now + 14 * hour);
  expect(later(profile, now + hour).closedUntil()).toBe(now + 14 * hour);
});

it('one of this side makes way for what the network asks for, and an answer ends them all', () => {
  const { gate: held, begin, profile } = hold();
  begin(now + hour, because('offline'), now);
  begin(now + 300_000, because('blocked-by-protection'), now + 1000);
  expect(held.closedUntil()).toBe(now + 300_000);
  expect(held.isClosedToAll()).toBe(true);
  expect(later(profile, now + 1000).condition()?.kind).toBe('blocked-by-protection');
  held.open();
  expect(held.closedUntil()).toBeUndefined();
  expect(later(profile, now + 1000).closedUntil()).toBeUndefined();
});

it('that was noted while the time was taken for a later one is as long as it was meant to be', () => {
  const { begin, profile } = hold();
  begin(now + 25 * hour, because('throttled'), now + 24 * hour);
  expect(later(profile, now).closedUntil()).toBe(now + hour);
});

// A poll that was under way when a click drew the ban may be told that its token is no good, and whoever signs in again
// is banned all the same: docs/api.md, "Bans".
it.each(['signed-out', 'bad-key'] as const)('a ban outlasts what a person has to mend: %s', (kind) => {
  const { gate: held, begin, profile } = hold();
  begin(now + 9 * hour, because('throttled'), now);
  begin(Infinity, because(kind), now + 1000);
  expect(held.condition()?.kind).toBe(kind);
  expect(held.closedUntil()).toBe(Infinity);
  expect(held.isClosedToAll()).toBe(true);
  expect(held.methodClosedUntil('/inbox')).toBe(now + 9 * hour);
  // Whoever asks for everything once it is mended lets polls try again, and the ban goes on.
  held.retryNow();
  expect(held.closedUntil()).toBe(now + 9 * hour);
  expect(later(profile, now + hour).closedUntil()).toBe(now + 9 * hour);
  expect(later(profile, now + hour).condition()?.kind).toBe('throttled');
});

it('a ban outlasts a quota that is used up for longer, which clicks may try, and is none once it ended', () => {
  const { gate: held, begin } = hold();
  begin(now + hour, because('throttled'), now);
  begin(now + 3 * hour, because('quota-exhausted'), now + 1000);
  expect(held.closedUntil()).toBe(now + 3 * hour);
  expect(held.methodClosedUntil('/inbox')).toBe(now + hour);
  begin(now + 2 * hour, because('throttled'), now + 2000);
  expect(held.methodClosedUntil('/inbox')).toBe(now + 2 * hour);
  begin(now + 4 * hour, because('offline'), now + 3 * hour);
  expect(held.isClosedToAll()).toBe(false);
  expect(held.methodClosedUntil('/inbox')).toBeUndefined();
});
