import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLog } from '../../../electron/base/log.ts';
import type { DesktopEvents, Presence } from '../../../electron/desktop/desktop.ts';
import { IDLE_LIMIT_SECONDS, presenceFrom, PresenceTracker } from '../../../electron/desktop/presence-tracker.ts';

it.each([
  ['nothing known', {}, 'present'],
  ['reading for almost five minutes', { idleSeconds: IDLE_LIMIT_SECONDS - 1 }, 'present'],
  ['not touched for five minutes', { idleSeconds: IDLE_LIMIT_SECONDS }, 'away'],
  ['the desktop says idle', { idleSeconds: 2, idleHint: true }, 'away'],
  ['locked a moment ago', { idleSeconds: 2, locked: true }, 'away'],
  ['screen saver on', { screenSaver: true }, 'away'],
  ['going to sleep', { idleSeconds: 2, asleep: true }, 'away'],
] as const)('who is there: %s: %s', (_name, signs, state) => expect(presenceFrom(signs)).toBe(state));

it('who is there: is told at changes only, and left when the keys were last touched', () => {
  const told: Presence[] = [];
  let now = 10_000_000;
  const events = new Emitter<DesktopEvents>(silentLog);
  events.on('presence', (presence) => told.push(presence));
  const tracker = new PresenceTracker(events, () => now);
  expect(tracker.current()).toEqual({ state: 'present', since: 10_000_000 });
  now += 1_000_000;
  tracker.learn({ idleSeconds: 20 });
  tracker.learn({ idleSeconds: 320 });
  tracker.learn({ idleSeconds: 350 });
  expect(told).toEqual([{ state: 'away', since: now - 320_000 }]);
  now += 5_000;
  tracker.learn({ idleSeconds: 1 });
  expect(tracker.current()).toEqual({ state: 'present', since: now });
  tracker.learn({ locked: true });
  expect(told.at(-1)).toEqual({ state: 'away', since: now });
  // Unlocked, yet asleep by now: still nobody there.
  tracker.learn({ asleep: true });
  tracker.learn({ locked: false });
  expect(told).toHaveLength(3);
});

it('who is there: never left before they came, nor in the future, whatever the idle time says', () => {
  const idleSeconds = fc.option(fc.double({ min: 0, max: 1e7, noNaN: true }), { nil: undefined });
  fc.assert(
    fc.property(
      fc.array(fc.record({ idleSeconds, locked: fc.boolean(), pass: fc.nat(1e6) }), { maxLength: 30 }),
      (steps) => {
        let now = 1e12;
        const told: Presence[] = [];
        const events = new Emitter<DesktopEvents>(silentLog);
        events.on('presence', (presence) => told.push(presence));
        const tracker = new PresenceTracker(events, () => now);
        let before = tracker.current();
        for (const { pass, ...signs } of steps) {
          now += pass;
          tracker.learn(signs);
          const { state, since } = tracker.current();
          expect(since).toBeGreaterThanOrEqual(before.since);
          expect(since).toBeLessThanOrEqual(now);
          expect(state).toBe(presenceFrom(signs));
          before = tracker.current();
        }
        for (const [index, { state }] of told.entries()) expect(state).toBe(index % 2 === 0 ? 'away' : 'present');
      },
    ),
  );
});
