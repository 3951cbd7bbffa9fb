import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { silentLog } from '../../../electron/base/log.ts';
import { CommandSocket, socketPaths } from '../../../electron/desktop/command-socket.ts';
import { fetchOver } from '../../../electron/desktop/socket-fetch.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { firstLine } from './headless/private-bus.ts';

/** Whoever is nobody else. */
const NOBODY = 65_534;

describe('the socket for commands', () => {
  let folder: string;
  let report: () => object | undefined | Promise<object>;
  beforeEach(() => {
    folder = temporaryFolder();
    report = async () => ({ status: 'ok' });
  });

  const open = async (dataDir = folder) => {
    const socket = await new CommandSocket({ 'GET /doctor': () => report() }, silentLog).open(dataDir);
    onTestFinished(() => socket.close());
    return socket;
  };
  const ask = ({ path }: CommandSocket, what = '/doctor', method = 'GET') =>
    fetchOver(path!)(new Request(`http://askbell${what}`, { method }));

  it('answers, says that it cannot while Askbell starts, and where an answer fails', async () => {
    const socket = await open();
    expect(await (await ask(socket)).json()).toEqual({ status: 'ok' });
    // Before the contract is served.
    expect((await ask(socket, '/rpc/state/get', 'POST')).status).toBe(503);
    report = () => undefined;
    expect((await ask(socket)).status).toBe(503);
    report = () => Promise.reject(new Error('broken'));
    expect((await ask(socket)).status).toBe(500);
    // A router that could not be loaded is loaded again.
    let loads = 0;
    socket.serve(() => (loads++ === 0 ? Promise.reject(new Error('updated')) : Promise.resolve({})));
    expect((await ask(socket, '/rpc/state/get', 'POST')).status).toBe(500);
    expect((await ask(socket, '/rpc/state/get', 'POST')).status).toBe(404);
    socket.close();
    await expect(ask(socket)).rejects.toThrow();
  });

  it.skipIf(process.platform === 'win32')('is its owner\u2019s, in place of one that a killed run left', async () => {
    const path = join(folder, 'askbell.sock');
    const program = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('up'))`;
    const killed = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] });
    await firstLine(killed);
    killed.kill('SIGKILL');
    expect(existsSync(path)).toBe(true);
    const socket = await open();
    expect(socket.path).toBe(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect((await ask(socket)).status).toBe(200);
    socket.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('can be opened by no other user, even in a folder that others may enter', async ({ skip }: TestContext) => {
    if (process.getuid?.() !== 0) return skip('Only root can be somebody else.');
    const { path } = await open();
    chmodSync(folder, 0o755);
    const program = `require('node:net').connect(${JSON.stringify(path)}).on('connect', () => process.exit(0))
      .on('error', ({ code }) => { console.log(code); process.exit(1); })`;
    const tried = (uid: number) => spawnSync(process.execPath, ['-e', program], { uid, cwd: '/', encoding: 'utf8' });
    expect(tried(0).status).toBe(0);
    const { status, stdout } = tried(NOBODY);
    expect([status, stdout]).toEqual([1, 'EACCES\n']);
    chmodSync(path!, 0o666);
    expect(tried(NOBODY).status).toBe(0);
  });

  it.skipIf(process.platform === 'win32')('is in a private folder where the path of the data is too long', async () => {
    const long = join(folder, 'x'.repeat(60), 'y'.repeat(60));
    mkdirSync(long, { recursive: true, mode: 0o700 });
    const socket = await open(long);
    expect(socket.path).not.toContain(long);
    expect(statSync(dirname(socket.path!)).mode & 0o777).toBe(0o700);
    expect((await ask(socket)).status).toBe(200);
    // Likewise where something else has its name.
    writeFileSync(join(folder, 'askbell.sock'), 'mine');
    const other = await open();
    expect(dirname(other.path!)).not.toBe(folder);
    expect((await ask(other)).status).toBe(200);
  });

  it.each(['', undefined])('is in the temporary folder where XDG_RUNTIME_DIR is "%s"', (dir) => {
    const paths = socketPaths('/data', { platform: 'linux', env: { XDG_RUNTIME_DIR: dir } });
    expect(paths.map((path) => path.startsWith('/'))).toEqual([true, true]);
  });

  it('is a pipe with a name that nobody knows before, on Windows', () => {
    const [one, ...more] = socketPaths('C:\\data', { platform: 'win32', env: {} });
    expect(one).toMatch(/^\\\\\.\\pipe\\askbell-[0-9a-f-]{36}$/);
    expect([more, socketPaths('C:\\data', { platform: 'win32', env: {} })]).not.toContain(one);
  });
});
