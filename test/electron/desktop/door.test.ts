import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../electron/base/log.ts';
import { openDoor, type Door } from '../../../electron/desktop/door.ts';

describe('the door for a second Askbell', () => {
  let report: () => object | undefined | Promise<object>;
  let door: Door;
  beforeEach(async () => {
    report = async () => ({ status: 'ok' });
    door = await openDoor({ 'GET /doctor': () => report(), 'POST /open': () => ({ ticket: 't' }) }, silentLog);
  });
  afterEach(() => door.close());

  const ask = (path: string, secret = door.secret, method = 'GET') =>
    fetch(new URL(path, door.openUrl), { method, headers: { authorization: `Bearer ${secret}` } });

  it('answers who presents the secret, and nobody else', async () => {
    expect(await (await ask('/doctor')).json()).toEqual({ status: 'ok' });
    const opened = await ask('/open', door.secret, 'POST');
    expect([opened.headers.get('cache-control'), await opened.json()]).toEqual(['no-store', { ticket: 't' }]);
    for (const [path, method] of [
      ['/doctor', 'GET'],
      ['/open', 'POST'],
    ] as const) {
      expect((await fetch(new URL(path, door.openUrl), { method })).status).toBe(403);
      expect((await ask(path, 'x'.repeat(door.secret.length), method)).status).toBe(403);
    }
    expect((await ask('/open')).status).toBe(404);
  });

  it('answers that it cannot while Askbell starts, and where the answer fails', async () => {
    report = () => undefined;
    expect((await ask('/doctor')).status).toBe(503);
    report = () => Promise.reject(new Error('broken'));
    expect((await ask('/doctor')).status).toBe(500);
  });

  it('is kept open by no crowd of strangers', async () => {
    const { hostname, port } = new URL(door.openUrl);
    const strangers: Socket[] = [];
    for (let count = 0; count < 200; count++) {
      const stranger = connect(Number(port), hostname).on('error', () => undefined);
      strangers.push(stranger);
      await once(stranger, 'connect');
    }
    expect((await ask('/doctor')).status).toBe(200);
    for (const stranger of strangers) stranger.destroy();
  });

  it('is closed with Askbell', async () => {
    door.close();
    await expect(fetch(door.openUrl)).rejects.toThrow();
  });
});
