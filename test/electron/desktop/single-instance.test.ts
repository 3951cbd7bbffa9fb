import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimDataFolder, requestEntry } from '../../../electron/desktop/single-instance.ts';
import { firstLine } from './headless/private-bus.ts';

const holder = fileURLToPath(new URL('fixtures/hold-instance.ts', import.meta.url));
const window = {
  openUrl: 'http://127.0.0.1:4000/open',
  secret: 's3cret',
};

const LINK = 'http://127.0.0.1:4000/enter/once';

describe('one Askbell per data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'askbell-instance-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const hold = async () => {
    const child = spawn(process.execPath, [holder, folder], { stdio: ['ignore', 'pipe', 'ignore'] });
    return { child, said: await firstLine(child) };
  };
  const end = (child: ReturnType<typeof spawn>, signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.kill(signal);
    });

  it('gives the folder to the first process only', async () => {
    const { child, said } = await hold();
    expect(said).toBe('first');
    expect((await hold()).said).toBe('second');
    expect(claimDataFolder(folder)).toBeUndefined();
    await end(child, 'SIGTERM');
  });

  it('gives it again after the first was killed, and forgets its address', async () => {
    const { child } = await hold();
    await end(child, 'SIGKILL');
    const instance = claimDataFolder(folder);
    expect(instance).toBeDefined();
    expect(readdirSync(folder)).not.toContain('running.json');
    instance?.release();
  });

  it('goes on where the lock file is damaged, keeps a copy, and still gives the folder to one only', async () => {
    const damaged = 'no database, and nothing that anybody needs'.repeat(100);
    writeFileSync(join(folder, 'running.lock'), damaged);
    const starts = await Promise.all([hold(), hold(), hold()]);
    expect(starts.map(({ said }) => said).toSorted()).toEqual(['first', 'second', 'second']);
    expect(readFileSync(join(folder, 'running.damaged.lock'), 'utf8')).toBe(damaged);
    await Promise.all(starts.filter(({ said }) => said === 'first').map(({ child }) => end(child, 'SIGKILL')));
    writeFileSync(join(folder, 'running.lock'), damaged);
    const instance = claimDataFolder(folder);
    expect(instance?.damagedCopy).toBe(join(folder, 'running.damaged.lock'));
    instance?.release();
  });

  it('starts although it can leave no word, and says in plain words that a folder cannot be used', () => {
    const instance = claimDataFolder(folder);
    // Something that is no file has the draft's name.
    mkdirSync(join(folder, 'running.json.new', 'in'), { recursive: true });
    expect(() => instance?.announce(window)).not.toThrow();
    instance?.release();
    expect(() => claimDataFolder(join(folder, 'missing'))).toThrow(/cannot be written\. See whether its disk is full/);
  });

  it('claims the folder again that was deleted while it ran, unless another has it by then', async () => {
    const instance = claimDataFolder(folder)!;
    instance.announce(window);
    expect(instance.isOurs()).toBe(true);
    rmSync(folder, { recursive: true });
    expect(instance.isOurs()).toBe(true);
    expect(readdirSync(folder).toSorted()).toEqual(['running.json', 'running.lock']);
    expect((await hold()).said).toBe('second');
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    const { child, said } = await hold();
    expect(said).toBe('first');
    writeFileSync(join(folder, 'running.json'), 'of the other');
    expect(instance.isOurs()).toBe(false);
    instance.release();
    expect(readdirSync(folder)).toContain('running.json');
    await end(child, 'SIGKILL');
  });

  it('lets only one of several that start together have it', async () => {
    const starts = await Promise.all([hold(), hold(), hold()]);
    expect(starts.map(({ said }) => said).toSorted()).toEqual(['first', 'second', 'second']);
    await Promise.all(starts.filter(({ said }) => said === 'first').map(({ child }) => end(child, 'SIGKILL')));
  });

  it('leaves word that only its owner can read, and takes it away', async () => {
    const instance = claimDataFolder(folder);
    instance?.announce(window);
    if (process.platform !== 'win32') expect(statSync(join(folder, 'running.json')).mode & 0o777).toBe(0o600);
    instance?.release();
    expect(readdirSync(folder)).not.toContain('running.json');
  });

  it('asks the running one for ways in, by an address and by a ticket', async () => {
    const instance = claimDataFolder(folder);
    instance?.announce(window);
    const asked: [string, RequestInit | undefined][] = [];
    const entry = { address: LINK, ticket: `${LINK}-within-a-minute` };
    const fetch: typeof globalThis.fetch = async (url, init) => {
      asked.push([url instanceof Request ? url.url : url.toString(), init]);
      return Response.json(entry);
    };
    expect(await requestEntry(folder, { fetch, pause: async () => {}, signal: new AbortController().signal })).toEqual(
      entry,
    );
    expect(asked).toHaveLength(1);
    expect(asked[0]?.[0]).toBe(window.openUrl);
    expect(asked[0]?.[1]).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer s3cret' } });
    const forPanel = { fetch, pause: async () => {}, signal: new AbortController().signal, panel: true };
    expect(await requestEntry(folder, forPanel)).toEqual(entry);
    expect(asked[1]?.[0]).toBe(`${window.openUrl}?view=panel`);
    instance?.release();
  });

  it('waits for a running one that is still starting', async () => {
    const instance = claimDataFolder(folder);
    let pauses = 0;
    const pause = async () => {
      if (++pauses === 3) instance?.announce(window);
    };
    const fetch = async () => Response.json({ address: LINK });
    expect(await requestEntry(folder, { fetch, pause, signal: new AbortController().signal })).toEqual({
      address: LINK,
    });
    expect(pauses).toBe(3);
    instance?.release();
  });

  it('gives up at once where the running one has a window of its own', async () => {
    const instance = claimDataFolder(folder);
    instance?.announce('app');
    const unexpected = () => Promise.reject(new Error('there is nothing to ask or to wait for'));
    expect(
      await requestEntry(folder, { fetch: unexpected, pause: unexpected, signal: new AbortController().signal }),
    ).toBeUndefined();
    instance?.release();
  });

  it.each(['', '{', '{"address":1}', '[]'])('gives up in the end on one that left the word "%s"', async (word) => {
    writeFileSync(join(folder, 'running.json'), word);
    const stop = new AbortController();
    let pauses = 0;
    const pause = async () => {
      if (++pauses === 5) stop.abort();
    };
    expect(
      await requestEntry(folder, {
        fetch: () => Promise.reject(new Error('refused')),
        pause,
        signal: stop.signal,
      }),
    ).toBeUndefined();
  });
});
