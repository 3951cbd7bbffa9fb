import { beforeEach, describe, expect, it } from 'vitest';
import { agentContext } from '../../../support/agent-context.ts';
import { Timers } from '../../../../electron/agent/health/upkeep.ts';

describe('what is done each minute', () => {
  let delivered: number;
  let isSnoozeOver: boolean;
  let forgetOld: () => Promise<void>;
  let renewed: (() => void) | undefined;
  let accounts: { id: string; checkExpiry: () => void; endItemSnoozes: () => boolean }[];
  const account = (checkExpiry: () => void) => ({ id: 'demo', checkExpiry, endItemSnoozes: () => isSnoozeOver });
  beforeEach(() => {
    [delivered, isSnoozeOver, renewed] = [0, false, undefined];
    forgetOld = async () => undefined;
    accounts = [account(() => undefined)];
  });
  async function run() {
    const context = agentContext({ log: { error: (text: string) => expect.fail(text) } });
    let readChanges = 0;
    context.events.on('read-changed', () => void (readChanges += 1));
    const renewals = { isRenewing: () => false };
    const own = { all: () => [...accounts], renew: async () => renewed?.(), renewals };
    const announcer = { deliver: async () => void (delivered += 1), heldBy: () => undefined, waiting: () => undefined };
    const upkeep = { look: () => undefined, forgetOld };
    await new Timers(context, own as never, announcer as never, upkeep as never).run();
    return readChanges;
  }

  it('looks after the account that a renewal put in the place of another', async () => {
    const lookedAfter: string[] = [];
    accounts = [account(() => void lookedAfter.push('before'))];
    renewed = () => (accounts = [account(() => void lookedAfter.push('after'))]);
    await run();
    expect(lookedAfter).toEqual(['after']);
  });

  it('has open windows list an item whose snooze is over', async () => {
    expect(await run()).toBe(0);
    isSnoozeOver = true;
    expect(await run()).toBe(1);
  });

  it('delivers once, with what a token’s end gives to tell, and does not wait until what is old is forgotten', async () => {
    forgetOld = () => new Promise(() => undefined);
    const pending: string[] = [];
    accounts = [account(() => void pending.push(`before delivery ${delivered + 1}`))];
    await run();
    expect([delivered, pending]).toEqual([1, ['before delivery 1']]);
  });
});
