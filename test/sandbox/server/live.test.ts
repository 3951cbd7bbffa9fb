import { expect, test, vi } from 'vitest';
import { live } from '../../../sandbox/server/live.ts';
import { site, startNetwork } from '../support/network.ts';

test('a lively network brings news to whoever holds a token, through the API', async () => {
  // By the machine's clock: the one thing here that runs by real timers.
  const network = await startNetwork({ speed: 200, clock: { now: () => Math.floor(Date.now() / 1000) } });
  const newest = async () => (await network.mine('/me/inbox', { site, pagesize: 1 })).body.items[0]?.['creation_date'];
  const before = await newest();
  await vi.waitFor(async () => expect(await newest()).not.toBe(before), { timeout: 15_000, interval: 100 });
  await network.close();
});

test('actions run when the clock reaches them, one that fails does not stop the rest, and none runs after the end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000_000 });
  try {
    const ran: number[] = [];
    const lines: string[] = [];
    let at = 1_000_000;
    const clock = { now: () => Math.floor(Date.now() / 1000) };
    const activity = {
      next() {
        at += 100;
        const due = at;
        return {
          at: due,
          run() {
            if (due === 1_000_200) throw new Error('nobody there');
            ran.push(due);
          },
        };
      },
    };
    const stop = live(activity as never, clock, (line) => lines.push(line));
    await vi.advanceTimersByTimeAsync(310_000);
    expect(ran).toEqual([1_000_100, 1_000_300]);
    expect(lines).toEqual(['A planned action could not be done: nobody there']);
    stop();
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(ran).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
