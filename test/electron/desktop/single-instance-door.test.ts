import { expect, it } from 'vitest';
import { silentLog } from '../../../electron/base/log.ts';
import { openDoor } from '../../../electron/desktop/single-instance.ts';

it('shows the report to who presents the secret, and nothing to anybody else', async () => {
  let report: () => Promise<object> = async () => ({ status: 'ok' });
  const door = await openDoor(() => report(), silentLog);
  try {
    const ask = (path: string, secret: string, method = 'GET') =>
      fetch(new URL(path, door.openUrl), { method, headers: { authorization: `Bearer ${secret}` } });
    expect(await (await ask('/doctor', door.secret)).json()).toEqual({ status: 'ok' });
    expect((await fetch(new URL('/doctor', door.openUrl))).status).toBe(403);
    expect((await ask('/doctor', 'x'.repeat(door.secret.length))).status).toBe(403);
    expect((await ask('/open', door.secret, 'POST')).status).toBe(404);
    report = () => Promise.reject(new Error('broken'));
    expect((await ask('/doctor', door.secret)).status).toBe(500);
  } finally {
    door.close();
  }
  await expect(fetch(door.openUrl)).rejects.toThrow();
});
