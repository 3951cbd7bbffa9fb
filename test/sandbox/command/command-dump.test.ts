import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { OptionsError, parseOptions } from '../../../sandbox/command/options.ts';
import { rowOf, smallDump, vote, writeDump } from '../dump/small-dump.ts';

/** What `npm run sandbox` starts. */
const cli = fileURLToPath(new URL('../../../sandbox/start.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'dump-command-'));
const temporary = join(folder, 'tmp');
mkdirSync(temporary);
/** Databases of running sandboxes; Node keeps compiled sources beside them. */
const loaded = () => readdirSync(temporary).filter((name) => name !== 'node-compile-cache');
const dump = writeDump(join(folder, 'dump'), smallDump());
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]) {
  const child = spawn(process.execPath, [cli, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: temporary, TEMP: temporary },
  });
  children.push(child);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const stop = async () => {
    child.kill('SIGTERM');
    return once(child, 'exit');
  };
  return {
    child,
    stop,
    errors: () => errors,
    address: async () => {
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      return (JSON.parse(line) as { apiBaseUrl: string }).apiBaseUrl;
    },
  };
}

interface Page {
  items: Record<string, unknown>[];
  total: number;
}
const get = async (base: string, path: string) => (await (await fetch(`${base}/2.3${path}`)).json()) as Page;

describe('npm run sandbox -- --dump DIR --site NAME', () => {
  test('serves the dump, tells what it does on standard error, and leaves nothing behind', async () => {
    const both = ['--dump', dump, '--site', 'verbs', '--dump', dump, '--site', 'verbs.meta'];
    const { address, errors, stop } = run(...both, '--grant', 'tok=502:read_inbox', '--speed', '10000');
    const base = await address();
    const questions = await get(base, '/questions?site=verbs&sort=creation&order=asc&filter=withbody');
    expect(questions.items.map((item) => item['question_id'])).toEqual([1, 5]);
    expect(questions.items[0]).toMatchObject({
      title: 'Verbs &amp; their &lt;ends&gt;',
      tags: ['verbs', 'c++'],
      body: '<p>Why "so" & how?</p>\n',
      answer_count: 2,
      accepted_answer_id: 2,
      is_answered: true,
      owner: { display_name: 'Ada', account_id: 501, reputation: 140 },
      closed_reason: 'Duplicate',
    });
    // Wikis and excerpts are neither questions nor answers.
    expect((await get(base, '/posts/1;2;6;7?site=verbs')).items).toHaveLength(2);
    const sites = (await get(base, '/sites')).items.map((item) => item['api_site_parameter']);
    expect(sites).toEqual(['verbs', 'verbs.meta']);
    const badges = (await get(base, '/users/2/badges?site=verbs')).items.map((item) => item['name']);
    expect(badges.toSorted()).toEqual(['Guru', 'Student', 'verbs']);
    expect((await get(base, '/me/inbox?site=verbs&key=demo-key&access_token=tok')).items).toHaveLength(4);
    const asked = `client_id=demo&scope=read_inbox&redirect_uri=${base}/oauth/login_success`;
    const dialog = await (await fetch(`${base}/oauth/dialog?${asked}`)).text();
    expect(dialog.indexOf('Ben Bo')).toBeGreaterThan(0);
    expect(dialog).toContain('Ada');
    expect(dialog).not.toContain('Community');
    expect(await (await fetch(`${base}/`)).text()).toContain('from public data dumps');
    expect(errors()).toMatch(/MB loaded in/);
    expect(loaded()).toHaveLength(1);
    expect(await stop()).toEqual([0, null]);
    expect(loaded()).toEqual([]);
  });

  test('keeps the network in a file, and is quick the second time', async () => {
    const file = join(folder, 'kept.db');
    const first = run('--dump', dump, '--site', 'verbs', '--db', file);
    const base = await first.address();
    expect((await get(base, '/users?site=verbs&filter=total')).total).toBe(4);
    await first.stop();
    const second = run('--dump', dump, '--site', 'verbs', '--domain', 'Verbs.stackexchange.com', '--db', file);
    const again = await second.address();
    // Also by the real site's domain, which the first start did not know.
    for (const site of ['verbs', 'verbs.stackexchange.com', 'https://verbs.stackexchange.com/'])
      expect((await get(again, `/users?site=${site}&filter=total`)).total).toBe(4);
    expect((await get(again, '/sites')).items).toMatchObject([{ site_url: 'https://verbs.stackexchange.com' }]);
    expect(second.errors()).toBe('');
    await second.stop();
    const other = run('--dump', dump, '--site', 'nouns', '--db', file);
    expect(await once(other.child, 'exit')).toEqual([2, null]);
    expect(other.errors()).toContain('is there already and has no site "nouns"');
    const strange = join(folder, 'strange.db');
    appendFileSync(strange, 'not a database');
    const third = run('--dump', dump, '--site', 'verbs', '--db', strange);
    expect(await once(third.child, 'exit')).toEqual([2, null]);
    expect(third.errors()).toContain("is not a sandbox's database");
  });

  test('stops in the middle of loading when told to, without a trace', async () => {
    const large = writeDump(join(folder, 'large'), smallDump());
    const votes = Array.from({ length: 50_000 }, (_, index) => rowOf(vote(1000 + index, 1, 2, 3))).join('\n');
    for (let times = 0; times < 10; times += 1)
      appendFileSync(join(large, 'Votes.xml'), votes.replaceAll(' Id="', ` Id="${times + 1}`));
    const file = join(folder, 'stopped.db');
    const { child, stop } = run('--dump', large, '--site', 'verbs', '--db', file);
    await once(child.stderr, 'data');
    expect(await stop()).toEqual([0, null]);
    expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual([]);
    expect(existsSync(file)).toBe(false);
  });

  test('says what is wrong with the folder', async () => {
    const { child, errors } = run('--dump', join(folder, 'nowhere'), '--site', 'verbs');
    expect(await once(child, 'exit')).toEqual([2, null]);
    expect(errors()).toMatch(/^sandbox: There is no folder ".*nowhere" to load a dump from\.\n$/);
  });

  test('wants a site for each dump', () => {
    expect(parseOptions(['--dump', 'a', '--site', 'x', '--dump', 'b', '--site', 'y']).dumps).toEqual([
      { folder: 'a', site: 'x' },
      { folder: 'b', site: 'y' },
    ]);
    expect(() => parseOptions(['--dump', 'a'])).toThrow(OptionsError);
    expect(() => parseOptions(['--site', 'x'])).toThrow(/Each --dump DIR needs its --site NAME/);
    const two = ['--dump', 'a', '--site', 'x', '--dump', 'b', '--site', 'y'];
    expect(parseOptions([...two, '--domain', 'x.example.com', '--domain', 'y.example.com']).dumps).toEqual([
      { folder: 'a', site: 'x', domain: 'x.example.com' },
      { folder: 'b', site: 'y', domain: 'y.example.com' },
    ]);
    expect(() => parseOptions([...two, '--domain', 'x.example.com'])).toThrow(/a --domain for each --dump/);
    for (const wrong of ['https://x.example.com', 'x', 'y.example.com'])
      expect(() => parseOptions([...two, '--domain', 'y.example.com', '--domain', wrong])).toThrow(/--domain takes/);
  });
});
