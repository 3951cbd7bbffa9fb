import { execFile, fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';
import { parseOptions } from '../../../sandbox/command/options.ts';
import { demoFile, site } from '../support/network.ts';

const cli = new URL('../../../sandbox/cli.ts', import.meta.url).pathname;
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

interface Ready {
  apiBaseUrl: string;
  authUrl: string;
}

/** Starts the command and waits for its line. */
async function start(...args: string[]): Promise<{ child: ChildProcess; ready: Ready; output: () => string }> {
  const child = spawn(process.execPath, [cli, '--quiet-world', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, ready: JSON.parse(line) as Ready, output: () => output };
}

const run = (...args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [cli, ...args], (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });

describe('the command', () => {
  test('prints exactly one JSON line, takes apps and tokens, starts the clock where told, and stops on SIGTERM', async () => {
    const { child, ready, output } = await start(
      '--app',
      'client_id=mine,key=my-key,domain=mine.example,secret=s,name=Mine',
      '--grant',
      'tok=en=1:read_inbox,no_expiry',
      '--now',
      '2026-01-31T12:00:00Z',
      '--quota-key',
      '77',
    );
    expect(Object.keys(ready).toSorted()).toEqual(['apiBaseUrl', 'authUrl']);
    const response = await fetch(
      `${ready.apiBaseUrl}/2.3/me/inbox?site=${site}&key=my-key&access_token=${encodeURIComponent('tok=en')}`,
    );
    expect(await response.json()).toMatchObject({ quota_max: 77, quota_remaining: 76 });
    const skew = Date.parse(response.headers.get('date') ?? '') - Date.parse('2026-01-31T12:00:00Z');
    expect(skew).toBeGreaterThanOrEqual(0);
    expect(skew).toBeLessThan(60_000);
    const dialog = await fetch(`${ready.authUrl}/oauth/dialog?client_id=mine&redirect_uri=https://mine.example/`);
    expect(await dialog.text()).toContain('Let Mine use your account?');
    expect((await fetch(`${ready.apiBaseUrl}/2.3/sites?key=demo-key`)).status).toBe(200);
    expect((await fetch(`${ready.apiBaseUrl}/_sandbox/requests`)).status).toBe(404);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(output().trim().split('\n')).toHaveLength(1);
  });

  test('tells a parent process through its channel, and stops when the parent lets go', async () => {
    const child = fork(cli, ['--quiet-world', '--control', '--db', await demoFile()], {
      execPath: process.execPath,
      silent: true,
    });
    children.push(child);
    const [ready] = (await once(child, 'message')) as [Ready];
    expect((await fetch(`${ready.apiBaseUrl}/_sandbox/requests`)).status).toBe(200);
    const exit = once(child, 'exit');
    child.disconnect();
    expect(await exit).toEqual([0, null]);
  });

  test('saves what Node compiled of it soon after its start, since a parent may end it by force', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-compiled-'));
    try {
      const start = new URL('start.mjs', `file://${cli}`).pathname;
      const child = spawn(process.execPath, [start, '--quiet-world', '--db', await demoFile()], {
        stdio: 'ignore',
        env: { ...process.env, NODE_COMPILE_CACHE: folder },
      });
      children.push(child);
      const exit = once(child, 'exit');
      const saved = () =>
        readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      for await (const { filename } of watch(folder, { recursive: true }))
        if (filename !== null && saved().length > 0) break;
      child.kill('SIGKILL');
      expect(await exit).toEqual([null, 'SIGKILL']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test.each([
    [['--port', 'many'], '--port takes a whole number from 0 to 65535, not "many"'],
    [['--port', ''], '--port takes'],
    [['--speed', '0'], '--speed takes'],
    [['--app', 'client_id=x'], '--app needs key='],
    [['--app', 'x'], '--app takes'],
    [['--app', 'client_id=a,key=b,domain=c,colour=d'], '--app does not know "colour"'],
    [['--app', 'client_id=a,key=b,domain=c,desktop=maybe'], '--app takes desktop=yes or desktop=no'],
    [['--grant', 'T=me:read_inbox'], '--grant takes'],
    [['--grant', 'T=1:fly'], '--grant does not know the scope "fly"'],
    [['--now', 'soon'], '--now takes'],
    [['--like', 'nothing'], '--like takes specification or public, not "nothing"'],
    [['--credentials', 'cookie'], '--credentials takes both or header or query, not "cookie"'],
    [['--protection', '2'], '--protection takes a number from 0 to 1'],
    [['--app', 'client_id=a,key=b,domain=c,key_expires=soon'], '--app key_expires takes epoch seconds'],
    [['--throttle', 'loud'], '--throttle takes specification or public, not "loud"'],
    [['--foreign-filters', 'x'], '--foreign-filters takes answer or refuse'],
    [['--burst', '1.5'], '--burst takes'],
    [['--backoff', 'often'], '--backoff takes'],
    [['--nonsense'], "Unknown option '--nonsense'"],
  ])('%j is refused', (args, message) => {
    expect(() => parseOptions(args)).toThrow(message);
    try {
      parseOptions(args);
    } catch (error) {
      expect((error as Error).message).not.toContain('\n');
    }
  });

  test('what the network is like is read, and left to it where nothing is said', () => {
    const sent = ['--like', 'public', '--credentials', 'both', '--refusal-text', 'No.', '--protection', '0.5'];
    expect(parseOptions([...sent, '--throttle', 'specification'])).toMatchObject({
      like: 'public',
      credentials: 'both',
      refusalText: 'No.',
      protection: 0.5,
      throttle: 'specification',
    });
    expect(parseOptions([])).toMatchObject({ like: 'specification', credentials: undefined, throttle: undefined });
    expect(parseOptions(['--app', 'client_id=a,key=b,domain=c,key_expires=2026-12-31,post=yes']).apps).toEqual([
      {
        clientId: 'a',
        key: 'b',
        domain: 'c',
        clientSide: true,
        desktop: true,
        pkce: true,
        hasPost: true,
        keyExpiresAt: Date.UTC(2026, 11, 31) / 1000,
      },
    ]);
  });

  test('an older Node.js is told what is needed in one line', async () => {
    const asOlder = `data:text/javascript,${encodeURIComponent(
      'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.0" } })',
    )}`;
    const start = new URL('start.mjs', `file://${cli}`).pathname;
    const [code, said] = await new Promise<[unknown, string]>((resolve) => {
      execFile(process.execPath, ['--import', asOlder, start], (error, _stdout, stderr) =>
        resolve([error?.code, stderr]),
      );
    });
    expect(code).toBe(1);
    expect(said).toBe(
      'sandbox: This needs Node.js 22.18 or newer, and this is 20.19.0; "npm run sandbox" brings its own.\n',
    );
  });

  test('wrong options end with 2 and one line on standard error', async () => {
    const wrong = await run('--seed', 'x');
    expect(wrong).toEqual({
      code: 2,
      stdout: '',
      stderr: 'sandbox: --seed takes a whole number from 0 to 4294967295, not "x".\n',
    });
  });

  test('a token for nobody ends with 2 and does not repeat the token', async () => {
    const { code, stdout, stderr } = await run('--db', await demoFile(), '--grant', 'secret-word=99999999:read_inbox');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('There is no account 99999999');
    expect(stderr).not.toContain('secret-word');
  });

  test('a port in use ends with 1 and one line', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { code, stderr } = await run(
      '--db',
      await demoFile(),
      '--port',
      String((server.address() as AddressInfo).port),
    );
    server.close();
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('EADDRINUSE');
  });

  test('a file that is no database ends with 1 and one line', async () => {
    // A copy, because a lock is kept beside it.
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-no-database-'));
    const file = join(folder, 'cli.ts');
    copyFileSync(cli, file);
    try {
      const { code, stderr } = await run('--db', file);
      expect(code).toBe(1);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('--help prints every option and ends with 0', async () => {
    const { code, stdout } = await run('--help');
    expect(stdout).toMatch(/Without no_expiry it\s+expires 86399 seconds after the start/);
    expect(code).toBe(0);
    for (const option of [
      'port',
      'host',
      'app',
      'grant',
      'quiet-world',
      'speed',
      'seed',
      'db',
      'now',
      'quota-anonymous',
      'quota-key',
      'backoff',
      'burst',
      'throttle',
      'no-cache',
      'foreign-filters',
      'control',
    ])
      expect(stdout).toContain(`--${option}`);
  });
});
