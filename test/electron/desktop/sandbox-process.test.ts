import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sandboxArguments, startSandbox } from '../../../electron/desktop/sandbox-process.ts';
import { silentLog, type Log } from '../../../electron/base/log.ts';
import { firstLine } from './headless/private-bus.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const sandbox = fileURLToPath(new URL('fixtures/sandbox-stand-in.ts', import.meta.url));
const app = { clientId: '1', key: 'k', domain: 'd' };
const start = (dataFile: string, log: Log = silentLog) =>
  startSandbox({ dataFile, port: 0, speed: 20, like: 'specification', app }, log, sandbox);
const pidOf = (authUrl: string): number => Number(new URL(authUrl).pathname.slice(1));
const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('the demo network’s process', () => {
  it('gives the addresses from the line that has them, and ends when told', async () => {
    const network = await start('demo.sqlite');
    expect(network.apiBaseUrl).toBe('http://127.0.0.1:4001');
    const pid = pidOf(network.authUrl);
    expect(lives(pid)).toBe(true);
    await network.stop();
    expect(lives(pid)).toBe(false);
    await network.stop();
  });

  it('is given the app, the data file, the speed and the likeness', () => {
    const options = { dataFile: '/d/demo.sqlite', port: 4010, speed: 2.5, like: 'public', app } as const;
    expect(sandboxArguments(options).join(' ')).toBe(
      '--port 4010 --db /d/demo.sqlite --speed 2.5 --like public --app client_id=1,key=k,domain=d,name=Askbell',
    );
  });

  it('says why it did not start, and logs what it says on its error output', async () => {
    const lines: string[] = [];
    const log: Log = { ...silentLog, info: (line) => void lines.push(line) };
    await expect(start('silent-end.sqlite', log)).rejects.toThrow('the data file is broken');
    expect(lines).toContain('Demo network: sandbox: the data file is broken');
  });

  it('says that it is not there', async () => {
    await expect(
      startSandbox(
        { dataFile: 'demo.sqlite', port: 0, speed: 1, like: 'specification', app },
        silentLog,
        '/nonexistent/cli.ts',
      ),
    ).rejects.toThrow('not part of this copy');
  });

  it('logs when it ends by itself, and not when it was told to', async () => {
    const errors: string[] = [];
    const log: Log = { ...silentLog, error: (line) => void errors.push(line) };
    const calm = await start('demo.sqlite', log);
    await calm.stop();
    await start('crash-later.sqlite', log);
    await expect.poll(() => errors).toEqual(['Demo network: ended by itself (exit code 7)']);
  });

  it('does not wait for ever for one that does not want to end', async () => {
    const network = await start('stubborn.sqlite');
    await network.stop();
    expect(lives(pidOf(network.authUrl))).toBe(false);
  });

  it('starts right after its parent was killed, though the old one is still writing its world', async () => {
    const folder = temporaryFolder();
    const dataFile = join(folder, 'demo.sqlite');
    const parent = fileURLToPath(new URL('fixtures/demo-parent.ts', import.meta.url));
    // The first one is in the midst of its first transaction, which it does not interrupt; the second one waits for it.
    for (const round of ['writing', 'waiting']) {
      const running = spawn(process.execPath, [parent, dataFile, round], { stdio: ['ignore', 'pipe', 'inherit'] });
      await expect.poll(() => existsSync(`${dataFile}-wal`), { interval: 5 }).toBe(true);
      running.kill('SIGKILL');
    }
    const network = await startSandbox({ dataFile, port: 0, speed: 1, like: 'specification', app }, silentLog);
    expect((await fetch(`${network.authUrl}/oauth/login_success`)).status).toBe(200);
    await network.stop();
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('dies with its parent at %s', async (signal) => {
    const parent = spawn(process.execPath, [fileURLToPath(new URL('fixtures/demo-parent.ts', import.meta.url))], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = pidOf(await firstLine(parent));
    expect(lives(pid)).toBe(true);
    parent.kill(signal);
    await expect.poll(() => lives(pid)).toBe(false);
  });
});
