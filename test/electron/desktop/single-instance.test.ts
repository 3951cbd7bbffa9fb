import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { askRunning, claimDataFolder, requestEntry } from '../../../electron/desktop/single-instance.ts';
import { firstLine } from './headless/private-bus.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const holder = fileURLToPath(new URL('fixtures/hold-instance.ts', import.meta.url));
const window = { openUrl: 'http://127.0.0.1:4000/open', secret: 's3cret' };

const LINK = 'http://127.0.0.1:4000/enter/once';

describe('one Askbell per data folder', () => {
  let folder: string;
  beforeEach(() => void (folder = temporaryFolder()));

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
    expect(() => instance?.announce('headless', window)).not.toThrow();
    instance?.release();
    expect(() => claimDataFolder(join(folder, 'missing'))).toThrow(/cannot be written\. See whether its disk is full/);
  });

  it('leaves word that only its owner can read, and takes it away', async () => {
    const instance = claimDataFolder(folder);
    instance?.announce('headless', window);
    if (process.platform !== 'win32') expect(statSync(join(folder, 'running.json')).mode & 0o777).toBe(0o600);
    instance?.release();
    expect(readdirSync(folder)).not.toContain('running.json');
  });

  it('asks the running one for ways in, by an address and by a ticket, and waits for one that is still starting', async () => {
    const instance = claim();
    const entry = { address: LINK, ticket: `${LINK}-within-a-minute` };
    let isListening = false;
    const asked: [string, RequestInit | undefined][] = [];
    const fetch: typeof globalThis.fetch = async (url, init) => {
      if (!isListening) throw new Error('refused');
      asked.push([url instanceof Request ? url.url : url.toString(), init]);
      return Response.json(entry);
    };
    const answer = requestEntry(folder, { fetch, signal: new AbortController().signal });
    instance?.announce('headless', window);
    isListening = true;
    expect(await answer).toEqual(entry);
    const options = { method: 'POST', headers: { authorization: 'Bearer s3cret' } };
    expect(asked).toEqual([[window.openUrl, expect.objectContaining(options)]]);
  });

  it('asks the app at its door for a report, and never for a window', async () => {
    const asked: string[] = [];
    const fetch = async (address: string, { headers }: { headers: Record<string, string> }) => {
      asked.push(`${address} ${headers['authorization']}`);
      return { ok: true, json: async () => ({ status: 'ok' }) };
    };
    const { signal } = new AbortController();
    const folders = [join(folder, 'unused'), folder];
    expect(await askRunning(folders, 'doctor', { fetch, signal })).toMatchObject({ folder: folders[0], shell: 'none' });
    claim()?.announce('app', { openUrl: 'http://127.0.0.1:1/', secret: 's' });
    expect(await requestEntry(folder, { fetch, signal })).toBeUndefined();
    const answer = { folder, shell: 'app', answer: { status: 'ok' } };
    expect(await askRunning(folders, 'doctor', { fetch, signal })).toEqual(answer);
    expect(asked).toEqual(['http://127.0.0.1:1/doctor Bearer s']);
  });

  it.each(['', '{', '{"address":1}', '[]'])('gives up in the end on one that left the word "%s"', async (word) => {
    writeFileSync(join(folder, 'running.json'), word);
    const stop = new AbortController();
    const asked = requestEntry(folder, { fetch: () => Promise.reject(new Error('refused')), signal: stop.signal });
    stop.abort();
    expect(await asked).toBeUndefined();
  });
});
