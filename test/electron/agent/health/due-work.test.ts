import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DoctorNotes, type DoctorNote } from '../../../../electron/agent/health/doctor-alone.ts';
import { DueWork, type DueWorkParts } from '../../../../electron/agent/health/due-work.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const start = Date.UTC(2026, 5, 1, 12);

describe('what is done each minute', () => {
  let dataDir: string;
  let now: number;
  let told: object[];
  let delivered: number;
  let forgetOld: () => Promise<void>;
  let renewed: (() => void) | undefined;
  let accounts: { id: string; checkExpiry: () => void; endItemSnoozes: () => boolean; poller: object }[];
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'askbell-due-'));
    now = start;
    told = [];
    delivered = 0;
    forgetOld = async () => undefined;
    renewed = undefined;
    accounts = [account(() => undefined)];
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const account = (checkExpiry: () => void) => ({
    id: 'demo',
    checkExpiry,
    endItemSnoozes: () => false,
    poller: { answered: (facts: object) => void told.push(facts) },
  });
  /** As after a start: it has read no note yet. */
  const dueWork = () =>
    new DueWork({
      dataDir,
      clock: { now: () => now },
      settings: { get: () => ({}) },
      log: { error: (text: string) => expect.fail(text) },
      accounts: { all: () => [...accounts], get: () => accounts[0] },
      session: { renew: async () => renewed?.(), isRenewing: () => false },
      announcements: { deliver: async () => void (delivered += 1) },
      retention: { forgetOld },
      upkeep: { look: () => undefined },
    } as unknown as DueWorkParts);
  const note = (change: Partial<DoctorNote>) =>
    new DoctorNotes(dataDir).write('demo', { askedAt: now, backoffs: {}, ...change });
  const ban = (until: number) => ({ kind: 'throttled', until, isNamed: true }) as const;

  it('hands on what --doctor was told, once', async () => {
    note({ backoffs: { '/sites': now - HOUR, '/inbox': now + HOUR }, hold: ban(now + 9 * HOUR) });
    const work = dueWork();
    await work.run();
    await work.run();
    expect(told).toEqual([
      { method: '/inbox', backoffUntil: start + HOUR, at: start },
      { at: start, fault: expect.objectContaining({ kind: 'throttled', retryAt: start + 9 * HOUR, retryNamed: true }) },
    ]);
  });

  it('takes no pause of years from a note: the clock was wrong', async () => {
    note({ backoffs: { '/inbox': now + 400 * DAY }, hold: ban(now + 400 * DAY) });
    await dueWork().run();
    expect(told).toEqual([]);
  });

  it('lets a pause begin anew that was noted in the future, but not at every start', async () => {
    note({ askedAt: now + 400 * DAY, hold: ban(now + 400 * DAY + 9 * HOUR) });
    const work = dueWork();
    await work.run();
    await work.run();
    expect(told).toEqual([{ at: start, fault: expect.objectContaining({ retryAt: start + 9 * HOUR }) }]);
    now += 10 * HOUR;
    await dueWork().run();
    expect(told).toHaveLength(1);
  });

  // docs/api.md, "Bans": the same words tell of a used-up quota and of a ban; what is left tells them apart.
  it('hands on what a refusal told of the quota', async () => {
    const quota = { max: 10_000, remaining: 0 };
    note({ hold: { kind: 'quota-exhausted', until: now + 9 * HOUR, isNamed: true, quota } });
    await dueWork().run();
    expect(told).toEqual([{ at: start, fault: expect.objectContaining({ kind: 'quota-exhausted', quota }) }]);
  });

  it('looks after the account that a renewal put in the place of another', async () => {
    const lookedAfter: string[] = [];
    accounts = [account(() => void lookedAfter.push('before'))];
    renewed = () => (accounts = [account(() => void lookedAfter.push('after'))]);
    await dueWork().run();
    expect(lookedAfter).toEqual(['after']);
  });

  it('delivers once, what a token’s end gives to tell included', async () => {
    const pending: string[] = [];
    accounts = [account(() => void pending.push(`before delivery ${delivered + 1}`))];
    await dueWork().run();
    expect([delivered, pending]).toEqual([1, ['before delivery 1']]);
  });

  it('does not wait until a large history has lost what is old', async () => {
    forgetOld = () => new Promise(() => undefined);
    await dueWork().run();
    expect(delivered).toBe(1);
  });
});
