import { beforeEach, describe, expect, it } from 'vitest';
import { DueWork, type DueWorkParts } from '../../../../electron/agent/health/due-work.ts';

const start = Date.UTC(2026, 5, 1, 12);

describe('what is done each minute', () => {
  let delivered: number;
  let forgetOld: () => Promise<void>;
  let renewed: (() => void) | undefined;
  let accounts: { id: string; checkExpiry: () => void; endItemSnoozes: () => boolean }[];
  beforeEach(() => {
    delivered = 0;
    forgetOld = async () => undefined;
    renewed = undefined;
    accounts = [account(() => undefined)];
  });

  const account = (checkExpiry: () => void) => ({
    id: 'demo',
    checkExpiry,
    endItemSnoozes: () => false,
  });
  const dueWork = () =>
    new DueWork({
      clock: { now: () => start },
      settings: { get: () => ({}) },
      log: { error: (text: string) => expect.fail(text) },
      accounts: {
        all: () => [...accounts],
        get: () => accounts[0],
        renew: async () => renewed?.(),
        isRenewing: () => false,
      },
      announcements: { deliver: async () => void (delivered += 1) },
      retention: { forgetOld },
      upkeep: { look: () => undefined },
    } as unknown as DueWorkParts);

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
