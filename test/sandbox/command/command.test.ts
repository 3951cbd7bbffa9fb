import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseOptions } from '../../../sandbox/command/options.ts';
import { cli, endAtLast, startCommand, startProgram } from '../support/command.ts';
import { fileFolder } from '../support/file-folder.ts';
import { demoFile, site } from '../support/network.ts';

/** Runs the command to its end, which comes by itself. */
const run = (...args: string[]) => startCommand([cli, ...args]).ended();
/** A text that is one line. */
const aLine = (part = ''): unknown => expect.stringMatching(new RegExp(`^[^\\n]*${part}[^\\n]*\\n$`));

test('the command prints exactly one JSON line, takes apps and tokens, starts the clock where told, and stops on SIGTERM', async () => {
  const app = 'client_id=mine,key=my-key,domain=mine.example,secret=s,name=Mine';
  const options = ['--app', app, '--grant', 'tok=en=1:read_inbox,no_expiry', '--quota-key', '77'];
  const now = '2026-01-31T12:00:00Z';
  const command = startCommand([cli, '--quiet-world', ...options, '--now', now]);
  const ready = await command.ready();
  const { apiBaseUrl, authUrl } = ready;
  expect(Object.keys(ready).toSorted()).toEqual(['apiBaseUrl', 'authUrl']);
  const credentials = `key=my-key&access_token=${encodeURIComponent('tok=en')}`;
  const response = await fetch(`${apiBaseUrl}/2.3/me/inbox?site=${site}&${credentials}`);
  expect(await response.json()).toMatchObject({ quota_max: 77, quota_remaining: 76 });
  const skew = Date.parse(response.headers.get('date') ?? '') - Date.parse(now);
  expect(skew).toBeGreaterThanOrEqual(0);
  expect(skew).toBeLessThan(60_000);
  const dialog = await fetch(`${authUrl}/oauth/dialog?client_id=mine&redirect_uri=https://mine.example/`);
  expect(await dialog.text()).toContain('Let Mine use your account?');
  expect((await fetch(`${apiBaseUrl}/2.3/sites?key=demo-key`)).status).toBe(200);
  expect((await fetch(`${apiBaseUrl}/_sandbox/requests`)).status).toBe(404);
  expect(await command.stop()).toMatchObject({ code: 0, signal: null, output: aLine() });
});

test('several processes read one file: each takes sign-ins of its own, none writes to it', async () => {
  const file = await demoFile();
  const before = readFileSync(file);
  const args = [cli, '--read-only', '--db', file, '--grant', 'mine=1:read_inbox,write_access,private_info'];
  const commands = [startCommand(args), startCommand([...args, '--quota-key', '77'])];
  for (const { apiBaseUrl } of await Promise.all(commands.map((command) => command.ready()))) {
    const ask = (path: string, init?: RequestInit) =>
      fetch(`${apiBaseUrl}/2.3/${path}?site=${site}&key=demo-key&access_token=mine`, init);
    const { items } = (await (await ask('questions')).json()) as { items: { question_id: number }[] };
    expect(items).toHaveLength(30);
    expect(await (await ask('me/inbox')).json()).toMatchObject({ quota_remaining: expect.any(Number) as number });
    const refused = await ask(`questions/${items[0]!.question_id}/favorite`, { method: 'POST' });
    expect(await refused.json()).toMatchObject({ error_name: 'write_failed' });
    expect((await ask('access-tokens/mine/invalidate')).status).toBe(200);
    expect(await (await ask('me/inbox')).json()).toMatchObject({
      error_name: expect.stringMatching('token') as string,
    });
  }
  for (const command of commands) expect(await command.stop()).toMatchObject({ code: 0 });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('the command says why a file cannot be only read', async () => {
  expect(await run('--read-only')).toMatchObject({ code: 2, errors: aLine('needs --db FILE') });
  const missing = join(fileFolder(), 'missing.sqlite');
  expect(await run('--read-only', '--db', missing)).toMatchObject({ code: 1, errors: aLine('cannot open') });
});

test('the command tells a parent process through its channel, and stops when the parent lets go', async () => {
  const options = { execPath: process.execPath, silent: true };
  const child = endAtLast(fork(cli, ['--quiet-world', '--control', '--db', await demoFile()], options));
  const [ready] = (await once(child, 'message')) as [{ apiBaseUrl: string }];
  expect((await fetch(`${ready.apiBaseUrl}/_sandbox/requests`)).status).toBe(200);
  const exit = once(child, 'exit');
  child.disconnect();
  expect(await exit).toEqual([0, null]);
});

test('the command saves what Node compiled of it soon after its start, since a parent may end it by force', async () => {
  const cache = fileFolder();
  const env = { ...process.env, NODE_COMPILE_CACHE: cache };
  const args = [startProgram, '--quiet-world', '--db', await demoFile()];
  const child = endAtLast(spawn(process.execPath, args, { stdio: 'ignore', env }));
  const exit = once(child, 'exit');
  const saved = () => readdirSync(cache, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for await (const { filename } of watch(cache, { recursive: true }))
    if (filename !== null && saved().length > 0) break;
  child.kill('SIGKILL');
  expect(await exit).toEqual([null, 'SIGKILL']);
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
  [['--protection', '2'], '--protection takes a number from 0 to 1'],
  [['--app', 'client_id=a,key=b,domain=c,key_expires=soon'], '--app key_expires takes epoch seconds'],
  [['--burst', '1.5'], '--burst takes'],
  [['--backoff', 'often'], '--backoff takes'],
  [['--nonsense'], "Unknown option '--nonsense'"],
])('%j is refused in one line', (args, message) => {
  expect(() => parseOptions(args)).toThrow(message);
  expect(() => parseOptions(args)).toThrow(/^[^\n]*$/);
});

test('what the network is like is read, and left to it where nothing is said', () => {
  const sent = ['--like', 'public', '--credentials', 'both', '--refusal-text', 'No.', '--protection', '0.5'];
  const read = { like: 'public', credentials: 'both', refusalText: 'No.', protection: 0.5, throttle: 'specification' };
  expect(parseOptions([...sent, '--throttle', 'specification'])).toMatchObject(read);
  expect(parseOptions([])).toMatchObject({ like: 'specification', credentials: undefined, throttle: undefined });
  const { apps } = parseOptions([
    ...['--app', 'client_id=a,key=b,domain=c,key_expires=2026-12-31,post=yes'],
    ...['--app', 'client_id=d,key=e=f,domain=g,pkce=no,name=Mine'],
  ]);
  const unsaid = { clientSide: true, desktop: true, pkce: true, hasPost: false };
  const said = { clientId: 'a', key: 'b', domain: 'c', hasPost: true, keyExpiresAt: Date.UTC(2026, 11, 31) / 1000 };
  const other = { clientId: 'd', key: 'e=f', domain: 'g', pkce: false, name: 'Mine' };
  expect(apps).toEqual([
    { ...unsaid, ...said },
    { ...unsaid, ...other },
  ]);
});

test('an older Node.js is told what is needed in one line', async () => {
  const asOlder = `data:text/javascript,${encodeURIComponent(
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.0" } })',
  )}`;
  const { code, errors } = await startCommand(['--import', asOlder, startProgram]).ended();
  expect(code).toBe(1);
  expect(errors).toBe(
    'sandbox: This needs Node.js 22.18 or newer, and this is 20.19.0; "npm run sandbox" brings its own.\n',
  );
});

test('wrong options end with 2 and one line on standard error', async () => {
  const errors = 'sandbox: --seed takes a whole number from 0 to 4294967295, not "x".\n';
  expect(await run('--seed', 'x')).toMatchObject({ code: 2, output: '', errors });
});

test('a token for nobody ends with 2 and does not repeat the token', async () => {
  const { code, output, errors } = await run('--db', await demoFile(), '--grant', 'secret-word=99999999:read_inbox');
  expect([code, output]).toEqual([2, '']);
  expect(errors).toContain('There is no account 99999999');
  expect(errors).not.toContain('secret-word');
});

test('a port in use ends with 1 and one line', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ended = await run('--db', await demoFile(), '--port', String(port));
  server.close();
  expect(ended).toMatchObject({ code: 1, errors: aLine('EADDRINUSE') });
});

test('--help prints every option and ends with 0', async () => {
  const { code, output } = await run('--help');
  expect(output).toMatch(/Without no_expiry it\s+expires 86399 seconds after the start/);
  expect(code).toBe(0);
  const options = `port host app grant quiet-world speed seed db now quota-anonymous quota-key backoff burst throttle
      no-cache foreign-filters control`;
  for (const option of options.split(/\s+/)) expect(output).toContain(`--${option}`);
});
