import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { WindowServer } from '../../../../../electron/desktop/headless/window/window-server.ts';
import { enterWindow, clientOver, openSocket } from '../../../../support/enter-window.ts';
import { openPage, socketRefusal, startEmptyWindow } from './window-under-test.ts';
import { oc } from '@orpc/contract';
import { implement } from '@orpc/server';
import { z } from 'zod';

const contract = { double: oc.input(z.number()).output(z.number()) };
const os = implement(contract);
const router = os.router({ double: os.double.handler(({ input }) => input * 2) });

/** As many as another user of the machine may open without a thought. */
const FLOOD = 1_200;

describe('the connections of the window server', () => {
  let window: WindowServer;
  let sockets: Socket[] = [];
  beforeEach(async () => void (window = await startEmptyWindow()));
  afterEach(() => {
    vi.useRealTimers();
    for (const socket of sockets) socket.destroy();
    sockets = [];
  });

  const origin = () => `http://127.0.0.1:${window.port}`;

  /** Opens a connection and says `text`; what becomes of it is seen by `open`. */
  const knock = async (text = ''): Promise<{ open: boolean }> => {
    const socket = connect(window.port, '127.0.0.1');
    sockets.push(socket);
    const seen = { open: true };
    socket.on('error', () => undefined).on('close', () => (seen.open = false));
    await once(socket, 'connect');
    socket.resume();
    if (text !== '') socket.write(text);
    return seen;
  };
  const refused = () => fetch(`${origin()}/status`);
  /** Opens many, and no more at a time than the system keeps in line: of others only the client would know. */
  const flood = async (count: number, text = '') => {
    const opened: { open: boolean }[] = [];
    while (opened.length < count) {
      opened.push(...(await Promise.all(Array.from({ length: 100 }, () => knock(text)))));
      // It comes after them in that line.
      await refused();
    }
    return opened;
  };

  it('are few of strangers’, and a browser that is in and one that comes are not kept out by 1,200 others', async () => {
    const entered = await enterWindow(window.access.entryLink());
    const page = await openPage(window, entered);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const load = () =>
      new Promise<[number | undefined, boolean]>((resolve, reject) => {
        const asked = request(`${origin()}/`, { agent, headers: { cookie: entered.cookie } }, (answer) => {
          answer.resume().on('end', () => resolve([answer.statusCode, asked.reusedSocket]));
        });
        asked.on('error', reject).end();
      });
    expect(await load()).toEqual([200, false]);
    const flooding = flood(FLOOD);
    // It comes in the middle of them.
    expect((await enterWindow(window.access.entryLink())).cookie).not.toBe('');
    const others = await flooding;
    // Soon: after some seconds, strangers are closed for saying nothing.
    await expect.poll(() => others.filter(({ open }) => open).length, { timeout: 4_000 }).toBeLessThanOrEqual(100);
    // Its connections are the same as before.
    expect(await load()).toEqual([200, true]);
    expect([page.readyState, window.connectedPages]).toEqual([WebSocket.OPEN, 1]);
    expect((await enterWindow(window.access.entryLink())).cookie).not.toBe('');
    expect((await refused()).status).toBe(403);
    agent.destroy();
    page.terminate();
  });

  it('are bounded as well of whoever caught the cookie on another port, and keep no page out', async () => {
    const entered = await enterWindow(window.access.entryLink());
    const page = await openPage(window, entered);
    const asking = `GET / HTTP/1.1\r\nhost: 127.0.0.1:${window.port}\r\ncookie: ${entered.cookie}\r\n\r\n`;
    const caught = await flood(300, asking);
    await expect.poll(() => caught.filter(({ open }) => open).length).toBeLessThanOrEqual(100);
    const second = await openPage(window, entered);
    expect([page.readyState, second.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
    page.terminate();
    second.terminate();
  });

  it.each([
    ['that say nothing', ''],
    ['that never end what they say', 'GET / HTTP/1.1\r\nhost: '],
    ['that were refused', 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'],
  ])('are closed after some seconds: those %s', async (_what, text) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stranger = await knock(text);
    await vi.advanceTimersByTimeAsync(15_000);
    vi.useRealTimers();
    await expect.poll(() => stranger.open).toBe(false);
  });

  it('become a page’s at one path only', async () => {
    const { cookie, protocols } = await enterWindow(window.access.entryLink());
    const refusal = (path: string, headers: Record<string, string>) =>
      socketRefusal(origin() + path, protocols, { origin: origin(), ...headers });
    for (const path of ['/', '/index.html', '/panel', '/open', '/nothing', '/rpc/', '/status'])
      expect([path, await refusal(path, { cookie })]).toEqual([path, 404]);
    // A link is not used up by it.
    const { pathname } = new URL(window.access.entryLink());
    expect(await refusal(pathname, {})).toBe(404);
    expect((await fetch(origin() + pathname)).status).toBe(200);
  });

  describe('what answers pages', () => {
    const connect = async () => openSocket(origin(), await enterWindow(window.access.entryLink()));

    it('is not loaded for who is let nowhere', async () => {
      let loads = 0;
      window.serve(async () => {
        loads += 1;
        return router;
      });
      for (const path of ['/', '/rpc', '/assets/main.js']) expect((await fetch(origin() + path)).status).toBe(403);
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
});
