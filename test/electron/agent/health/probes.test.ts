import { chmodSync, mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { probeDisk, probePermissions, probeKeyring, probeRoute } from '../../../../electron/agent/health/probes.ts';
import { listening } from '../../../support/listening.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { keyringIn } from '../../desktop/desktop-port.ts';
import { checkPermissions } from '../../../../electron/agent/health/checks.ts';
import type { SecretStore } from '../../../../electron/desktop/desktop.ts';

describe('the way to a network', () => {
  let server: Server;
  let port: number;
  beforeEach(async () => {
    server = createServer((socket) => void socket.on('error', () => undefined).end('no TLS here\n'));
    port = await listening(server);
  });

  it('is open, or says at which step it ends', async () => {
    const plain = await probeRoute(`http://127.0.0.1:${port}/2.3`, undefined);
    expect(plain).toEqual({ dns: { ms: expect.any(Number) }, connect: { ms: expect.any(Number) } });
    const secure = await probeRoute(`https://127.0.0.1:${port}`, undefined);
    expect(secure).toMatchObject({ connect: { ms: expect.any(Number) }, tls: { code: expect.any(String) } });
    const nobody = await probeRoute('http://nobody.invalid', undefined);
    expect(nobody).toMatchObject({ dns: { code: expect.stringMatching(/^E[A-Z_]+$/) } });
  });

  it('leads to the proxy where there is one, and no further', async () => {
    const proxy = `http://127.0.0.1:${port}`;
    const route = await probeRoute('https://nobody.invalid', proxy);
    expect(route).toMatchObject({ proxy, connect: { ms: expect.any(Number) } });
    server.close();
    const closed = await probeRoute('https://nobody.invalid', proxy);
    expect(closed).toMatchObject({ proxy, connect: { code: 'ECONNREFUSED' } });
  });
});

describe('the data folder', () => {
  let folder: string;
  beforeEach(() => (folder = temporaryFolder()));

  it('is tried by writing, and left as it was', async () => {
    expect(await probeDisk(folder)).toMatchObject({ writable: true });
    expect(readdirSync(folder)).toEqual([]);
    expect(await probeDisk(join(folder, 'not', 'there'))).toMatchObject({ writable: true });
    expect(readdirSync(folder)).toEqual([]);
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    expect(await probeDisk(file)).toMatchObject({ writable: { code: 'ENOTDIR' } });
  });

  it.skipIf(process.platform === 'win32')('is looked through for what others can read', async () => {
    mkdirSync(join(folder, 'logs'), { mode: 0o700 });
    for (const name of ['history.sqlite', 'logs/askbell.log']) writeFileSync(join(folder, name), '', { mode: 0o600 });
    const status = async () => checkPermissions(await probePermissions(folder)).status;
    expect(await status()).toBe('ok');
    chmodSync(join(folder, 'logs', 'askbell.log'), 0o644);
    expect(await status()).toBe('warning');
    chmodSync(folder, 0o755);
    expect(await status()).toBe('wrong');
    // Somebody put it beside other things: then the folder's modes are theirs.
    chmodSync(join(folder, 'logs', 'askbell.log'), 0o600);
    writeFileSync(join(folder, 'thesis.txt'), '', { mode: 0o644 });
    expect(await status()).toBe('ok');
    chmodSync(folder, 0o777);
    expect(await status()).toBe('wrong');
    chmodSync(folder, 0o1777);
    expect(await status()).toBe('ok');
    chmodSync(folder, 0o700);
    expect(await probePermissions(join(folder, 'none'))).toEqual({ kind: 'absent' });
    rmSync(join(folder, 'thesis.txt'));
    // Moved to another disk: the link's own modes say nothing of what it leads to.
    const link = `${folder}-link`;
    symlinkSync(folder, link);
    try {
      chmodSync(folder, 0o755);
      const facts = await probePermissions(link);
      expect(facts).toMatchObject({ folder: realpathSync(folder) });
      expect(checkPermissions(facts).status).toBe('wrong');
      chmodSync(folder, 0o700);
      expect(checkPermissions(await probePermissions(link)).status).toBe('ok');
    } finally {
      rmSync(link);
    }
  });
});

it('tries a keyring with a secret that is none, and leaves nothing there', async () => {
  const kept = new Map<string, string>();
  const store = (change: Partial<SecretStore> = {}): SecretStore => ({
    keeping: async () => ({ persistent: true, where: 'keyring' }),
    ...keyringIn(kept),
    ...change,
  });
  expect(await probeKeyring(store())).toMatchObject({ probe: 'kept' });
  expect(await probeKeyring(store({ get: async () => undefined }))).toMatchObject({ probe: 'lost' });
  const locked = store({ set: () => Promise.reject(new Error('locked')) });
  expect(await probeKeyring(locked)).toMatchObject({ probe: 'lost' });
  expect([...kept]).toEqual([]);
});
