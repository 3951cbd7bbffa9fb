import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import type { Account } from '../../../../electron/agent/accounts/account.ts';
import { DoctorNotes, type DoctorNote } from '../../../../electron/agent/health/stored-networks.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const start = Date.UTC(2026, 5, 1, 12);

let dataDir: string;
let now: number;
let told: object[];
beforeEach(() => void ([dataDir, now, told] = [temporaryFolder(), start, []]));

const note = (change: Partial<DoctorNote>) =>
  new DoctorNotes(dataDir).write('demo', { askedAt: now, backoffs: {}, ...change });
/** As at a start of Askbell. */
function handOver() {
  const scheduler = { responses: { answered: (facts: object) => void told.push(facts) } };
  new DoctorNotes(dataDir).handTo({ id: 'demo', scheduler } as unknown as Account, now);
}
const ban = (until: number) => ({ kind: 'throttled', until, isNamed: true }) as const;

it('hands the pauses that --doctor drew to the account, once, and still knows when it asked', () => {
  note({ backoffs: { '/sites': now - HOUR, '/inbox': now + HOUR }, hold: ban(now + 9 * HOUR), outcome: 'throttled' });
  handOver();
  handOver();
  expect(told).toEqual([
    { method: '/inbox', backoffUntil: start + HOUR, at: start },
    { at: start, fault: expect.objectContaining({ kind: 'throttled', retryAt: start + 9 * HOUR, retryNamed: true }) },
  ]);
  expect(new DoctorNotes(dataDir).at('demo', now)).toEqual({ askedAt: start, backoffs: {}, outcome: 'throttled' });
});

it('takes no pause of years from a note, and lets one begin anew that was noted in the future, at one start', () => {
  note({ backoffs: { '/inbox': now + 400 * DAY }, hold: ban(now + 400 * DAY) });
  handOver();
  expect(told).toEqual([]);
  note({ askedAt: now + 400 * DAY, hold: ban(now + 400 * DAY + 9 * HOUR) });
  handOver();
  handOver();
  expect(told).toEqual([{ at: start, fault: expect.objectContaining({ retryAt: start + 9 * HOUR }) }]);
  now += 10 * HOUR;
  handOver();
  expect(told).toHaveLength(1);
});

// docs/api.md, "Bans": the same words tell of a used-up quota and of a ban; what is left tells them apart.
it('hands on what a refusal told of the quota', () => {
  const quota = { max: 10_000, remaining: 0 };
  note({ hold: { kind: 'quota-exhausted', until: now + 9 * HOUR, isNamed: true, quota } });
  handOver();
  expect(told).toEqual([{ at: start, fault: expect.objectContaining({ kind: 'quota-exhausted', quota }) }]);
});
