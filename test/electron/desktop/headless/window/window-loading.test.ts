import { oc } from '@orpc/contract';
import { implement } from '@orpc/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { WindowServer } from '../../../../../electron/desktop/headless/window/window-server.ts';
import { clientOver, enterWindow, openSocket } from '../../../../support/enter-window.ts';
import { startEmptyWindow } from './window-under-test.ts';

const contract = { double: oc.input(z.number()).output(z.number()) };
const os = implement(contract);
const router = os.router({ double: os.double.handler(({ input }) => input * 2) });

describe('what answers pages', () => {
  let window: WindowServer;
  beforeEach(async () => void (window = await startEmptyWindow()));

  const connect = async () => openSocket(at(''), await enterWindow(window.access.entryLink()));
  const at = (path: string) => `http://127.0.0.1:${window.port}${path}`;

  it('is not loaded for who is let nowhere', async () => {
    let loads = 0;
    window.serve(async () => {
      loads += 1;
      return router;
    });
    for (const path of ['/', '/rpc', '/assets/main.js']) expect((await fetch(at(path))).status).toBe(403);
    expect(loads).toBe(0);
    await enterWindow(window.access.entryLink());
    expect(loads).toBe(1);
    await enterWindow(window.access.entryLink());
    expect(loads).toBe(1);
  });

  it('is loaded again for the next page where that failed, and a page that waits is told to come again', async () => {
    let isBroken = true;
    let refuse: () => void = () => undefined;
    const failing = new Promise<void>((resolve) => (refuse = resolve));
    let left = 0;
    window.onLastPageLeft(() => (left += 1));
    window.serve(async () => {
      if (isBroken) await failing;
      if (isBroken) throw new Error('Its files are gone.');
      return router;
    });
    const early = await connect();
    const ended = new Promise((resolve) => early.once('close', resolve));
    await expect.poll(() => window.connectedPages).toBe(1);
    refuse();
    await ended;
    await expect.poll(() => [window.connectedPages, left]).toEqual([0, 1]);
    isBroken = false;
    const client = clientOver<typeof contract>(await connect());
    expect(await client.double(4)).toBe(8);
  });
});
