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
const start = (dataFile: string, log: Log = silentLog, program: string | undefined = sandbox) =>
  startSandbox({ dataFile, port: 0, speed: 20, like: 'specification', app }, log, program);
const parent = fileURLToPath(new URL('fixtures/demo-parent.ts', import.meta.url));
const startParent = (...args: string[]) =>
  spawn(process.execPath, [parent, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
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
  it.each(['demo', 'stubborn'])('gives the addresses, and ends when told, a %s one by force', async (name) => {
    const network = await start(`${name}.sqlite`);
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
    await expect(start('demo.sqlite', silentLog, '/nonexistent/cli.ts')).rejects.toThrow('not part of this copy');
  });

  it('logs when it ends by itself, and not when it was told to', async () => {
    const errors: string[] = [];
    const log: Log = { ...silentLog, error: (line) => void errors.push(line) };
    const calm = await start('demo.sqlite', log);
    await calm.stop();
    await start('crash-later.sqlite', log);
    await expect.poll(() => errors).toEqual(['Demo network: ended by itself (exit code 7)']);
  });

  it('starts right after its parent was killed, though the old one is still writing its world', async () => {
    const folder = temporaryFolder();
    const dataFile = join(folder, 'demo.sqlite');
    // The first one is in the midst of its first transaction, which it does not interrupt; the second one waits for it.
    for (const round of ['writing', 'waiting']) {
      const running = startParent(dataFile, round);
      await expect.poll(() => existsSync(`${dataFile}-wal`), { interval: 5 }).toBe(true);
      running.kill('SIGKILL');
    }
    const network = await startSandbox({ dataFile, port: 0, speed: 1, like: 'specification', app }, silentLog);
    expect((await fetch(`${network.authUrl}/oauth/login_success`)).status).toBe(200);
    await network.stop();
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('dies with its parent at %s', async (signal) => {
    const parent = startParent();
    const pid = pidOf(await firstLine(parent));
    expect(lives(pid)).toBe(true);
    parent.kill(signal);
    await expect.poll(() => lives(pid)).toBe(false);
  });
});
