import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import {
  type Connection,
  ConnectionLost,
  ReconnectingLink,
  reconnectDelay,
} from '../../../../renderer/agent/connection/reconnecting-link.ts';

/** A dial whose connections open and close when the test says so, and a wait that ends when the test says so. */
function rig() {
  const dialled: { open: () => void; close: () => void }[] = [];
  const waits: { ms: number; end: () => void }[] = [];
  const link = new ReconnectingLink(
    (): Connection => {
      const opened = Promise.withResolvers<void>();
      const closed = Promise.withResolvers<void>();
      const number = dialled.push({ open: opened.resolve, close: closed.resolve });
      return { link: { call: async () => `answer ${number}` }, opened: opened.promise, closed: closed.promise };
    },
    {
      now: () => 1_000_000,
      random: () => 1,
      wait: (ms, signal) =>
        new Promise((resolve) => {
          waits.push({ ms, end: resolve });
          signal.addEventListener('abort', () => resolve());
        }),
    },
  );
  const latest = () => dialled.at(-1) ?? expect.fail('nothing was dialled');
  return { link, dialled, waits, latest };
}

const ask = (link: ReconnectingLink) => link.call(['state', 'get'], undefined, { context: {} });

describe('the link to the agent', () => {
  it('is connecting, connected, lost, and connected again, and fails calls at once in between', async () => {
    const { link, waits, latest } = rig();
    const seen: string[] = [];
    link.subscribe(() => seen.push(link.state.status));
    await expect(ask(link)).rejects.toBeInstanceOf(ConnectionLost);
    void link.run();
    expect(link.state.status).toBe('connecting');
    await expect(ask(link)).rejects.toBeInstanceOf(ConnectionLost);
    latest().open();
    await expect.poll(() => link.state.status).toBe('connected');
    expect(await ask(link)).toBe('answer 1');
    latest().close();
    await expect.poll(() => waits).toHaveLength(1);
    expect(link.state).toEqual({ status: 'lost', retryAt: 1_000_400 });
    await expect(ask(link)).rejects.toBeInstanceOf(ConnectionLost);
    waits[0]?.end();
    await expect.poll(() => link.state).toEqual({ status: 'lost' });
    latest().open();
    await expect.poll(() => link.state.status).toBe('connected');
    expect(await ask(link)).toBe('answer 2');
    expect(seen).toEqual(['connected', 'lost', 'lost', 'connected']);
    link.stop();
  });

  it('waits longer after each failure and starts over after a success', async () => {
    const { link, waits, latest } = rig();
    void link.run();
    for (const count of [1, 2, 3]) {
      latest().close();
      await expect.poll(() => waits).toHaveLength(count);
      const dialledBefore = latest();
      waits.at(-1)?.end();
      await expect.poll(() => latest()).not.toBe(dialledBefore);
    }
    expect(waits.map((wait) => wait.ms)).toEqual([400, 800, 1600]);
    latest().open();
    await expect.poll(() => link.state.status).toBe('connected');
    latest().close();
    await expect.poll(() => waits).toHaveLength(4);
    expect(waits.at(-1)?.ms).toBe(400);
    link.stop();
  });

  it('tries again at once when asked to, and dials no more once stopped', async () => {
    const { link, waits, dialled, latest } = rig();
    const run = link.run();
    latest().close();
    await expect.poll(() => waits).toHaveLength(1);
    link.retryNow();
    await expect.poll(() => dialled).toHaveLength(2);
    latest().close();
    await expect.poll(() => waits).toHaveLength(2);
    link.stop();
    await run;
    expect(dialled).toHaveLength(2);
  });

  it.prop([fc.nat(10_000), fc.double({ min: 0, max: 1, noNaN: true })])(
    'never waits less than 0.2 s or more than 15 s',
    (failures, chance) => {
      const delay = reconnectDelay(failures, () => chance);
      expect(delay).toBeGreaterThanOrEqual(200);
      expect(delay).toBeLessThanOrEqual(15_000);
    },
  );
});
