import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../../electron/base/log.ts';
import { CommandSocket } from '../../../electron/desktop/command-socket.ts';
import { askRunning, claimDataFolder, requestEntry } from '../../../electron/desktop/single-instance.ts';
import { firstLine } from './headless/private-bus.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const holder = fileURLToPath(new URL('fixtures/hold-instance.ts', import.meta.url));
const LINK = 'http://127.0.0.1:4000/enter/once';

describe('one Askbell per data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });

  /** Claims the folder until the test ends. */
  const claim = () => {
    const instance = claimDataFolder(folder);
    onTestFinished(() => instance?.release());
    return instance;
  };
  const hold = async () => {
    const child = spawn(process.execPath, [holder, folder], { stdio: ['ignore', 'pipe', 'ignore'] });
    return { child, said: await firstLine(child) };
  };
  const end = (child: ReturnType<typeof spawn>, signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.kill(signal);
    });

  it('gives it again after the first was killed, and forgets its address', async () => {
    const { child } = await hold();
    await end(child, 'SIGKILL');
    expect(claim()).toBeDefined();
    expect(readdirSync(folder)).not.toContain('running.json');
  });

  it.each([
    ['whoever comes first', () => undefined],
    [
      'whoever comes first after it emptied a damaged lock file',
      (lock: string) => writeFileSync(lock, 'no database, and nothing that anybody needs'.repeat(100)),
    ],
  ])('is had by one only of several that start together: %s', async (_, damage) => {
    damage(join(folder, 'running.lock'));
    const starts = await Promise.all([hold(), hold(), hold()]);
    expect(starts.map(({ said }) => said).toSorted()).toEqual(['first', 'second', 'second']);
    await Promise.all(starts.filter(({ said }) => said === 'first').map(({ child }) => end(child, 'SIGKILL')));
  });

  it('starts although it can leave no word, and says in plain words that a folder cannot be used', () => {
    const instance = claimDataFolder(folder);
    // Something that is no file has the draft's name.
    mkdirSync(join(folder, 'running.json.new', 'in'), { recursive: true });
    expect(() => instance?.announce('headless', '/nowhere')).not.toThrow();
    instance?.release();
    expect(() => claimDataFolder(join(folder, 'missing'))).toThrow(/cannot be written\. See whether its disk is full/);
  });

  it('leaves word that only its owner can read, and takes it away', async () => {
    const instance = claimDataFolder(folder);
    instance?.announce('headless', '/nowhere');
    if (process.platform !== 'win32') expect(statSync(join(folder, 'running.json')).mode & 0o777).toBe(0o600);
    instance?.release();
    expect(readdirSync(folder)).not.toContain('running.json');
  });

  it('asks the running one for ways in, and waits for one that is still starting', async () => {
    const instance = claim();
    const entry = { address: LINK, ticket: `${LINK}-within-a-minute` };
    const answer = requestEntry(folder, 'panel', AbortSignal.timeout(5_000));
    const socket = await new CommandSocket({ 'POST /open/panel': () => entry }, silentLog).open(folder);
    onTestFinished(() => socket.close());
    instance?.announce('headless', socket.path);
    expect(await answer).toEqual(entry);
  });

  it('asks the app for a report, and has it show its window', async () => {
    const { signal } = new AbortController();
    const folders = [join(folder, 'unused'), folder];
    expect(await askRunning(folders, 'doctor', signal)).toMatchObject({ folder: folders[0], shell: 'none' });
    const shown = { shown: true };
    const answers = { 'GET /doctor': () => ({ status: 'ok' }), 'POST /open/window': () => shown };
    const socket = await new CommandSocket(answers, silentLog).open(folder);
    onTestFinished(() => socket.close());
    claim()?.announce('app', socket.path);
    expect(await requestEntry(folder, 'window', signal)).toEqual(shown);
    expect(await askRunning(folders, 'doctor', signal)).toEqual({ folder, shell: 'app', answer: { status: 'ok' } });
  });

  it.each(['', '{', '{"address":1}', '[]'])('gives up in the end on one that left the word "%s"', async (word) => {
    writeFileSync(join(folder, 'running.json'), word);
    const stop = new AbortController();
    const asked = requestEntry(folder, 'window', stop.signal);
    stop.abort();
    expect(await asked).toBeUndefined();
  });
});
