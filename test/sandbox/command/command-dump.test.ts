import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OptionsError, parseOptions } from '../../../sandbox/command/options.ts';
import { startCommand, startProgram } from '../support/command.ts';
import { fileFolder } from '../support/file-folder.ts';
import { rowOf, smallDump, vote, writeDump } from '../dump/small-dump.ts';

const folder = fileFolder();
const temporary = join(folder, 'tmp');
mkdirSync(temporary);
/** Databases of running sandboxes; Node keeps compiled sources beside them. */
const loaded = () => readdirSync(temporary).filter((name) => name !== 'node-compile-cache');
const dump = writeDump(join(folder, 'dump'), smallDump());

const run = (...args: string[]) => startCommand([startProgram, ...args], { TMPDIR: temporary, TEMP: temporary });

interface Page {
  items: Record<string, unknown>[];
  total: number;
}
const get = async (base: string, path: string) => (await (await fetch(`${base}/2.3${path}`)).json()) as Page;

test('serves the dump, tells what it does on standard error, and leaves nothing behind', async () => {
  const both = ['--dump', dump, '--site', 'verbs', '--dump', dump, '--site', 'verbs.meta'];
  const command = run(...both, '--grant', 'tok=502:read_inbox', '--speed', '10000');
  const { apiBaseUrl: base } = await command.ready();
  const sites = (await get(base, '/sites')).items.map((item) => item['api_site_parameter']);
  expect(sites).toEqual(['verbs', 'verbs.meta']);
  expect((await get(base, '/me/inbox?site=verbs&key=demo-key&access_token=tok')).items).toHaveLength(4);
  const asked = `client_id=demo&scope=read_inbox&redirect_uri=${base}/oauth/login_success`;
  const dialog = await (await fetch(`${base}/oauth/dialog?${asked}`)).text();
  expect(dialog.indexOf('Ben Bo')).toBeGreaterThan(0);
  expect(dialog).toContain('Ada');
  expect(dialog).not.toContain('Community');
  expect(await (await fetch(`${base}/`)).text()).toContain('from public data dumps');
  expect(loaded()).toHaveLength(1);
  expect(await command.stop()).toMatchObject({ code: 0, signal: null, errors: expect.stringMatching(/MB loaded in/) });
  expect(loaded()).toEqual([]);
});

test('keeps the network in a file, and is quick the second time', async () => {
  const file = join(folder, 'kept.db');
  const onFile = (site: string, ...more: string[]) => run('--dump', dump, '--site', site, '--db', file, ...more);
  const count = async (base: string, site: string) => (await get(base, `/users?site=${site}&filter=total`)).total;
  const first = onFile('verbs');
  expect(await count((await first.ready()).apiBaseUrl, 'verbs')).toBe(4);
  await first.stop();
  const second = onFile('verbs', '--domain', 'Verbs.stackexchange.com');
  const { apiBaseUrl: again } = await second.ready();
  // Also by the real site's domain, which the first start did not know.
  for (const site of ['verbs', 'verbs.stackexchange.com', 'https://verbs.stackexchange.com/'])
    expect(await count(again, site)).toBe(4);
  expect((await get(again, '/sites')).items).toMatchObject([{ site_url: 'https://verbs.stackexchange.com' }]);
  expect((await second.stop()).errors).toBe('');
  const { code, errors } = await onFile('nouns').ended();
  expect(code).toBe(2);
  expect(errors).toContain('is there already and has no site "nouns"');
});

test('takes no file that is no database', async () => {
  const strange = join(folder, 'strange.db');
  appendFileSync(strange, 'not a database');
  const { code, errors } = await run('--dump', dump, '--site', 'verbs', '--db', strange).ended();
  expect(code).toBe(2);
  expect(errors).toContain("is not a sandbox's database");
});

test('stops in the middle of loading when told to, without a trace', async () => {
  const large = writeDump(join(folder, 'large'), smallDump());
  const votes = Array.from({ length: 50_000 }, (_, index) => rowOf(vote(1000 + index, 1, 2, 3))).join('\n');
  for (let times = 0; times < 10; times += 1)
    appendFileSync(join(large, 'Votes.xml'), votes.replaceAll(' Id="', ` Id="${times + 1}`));
  const file = join(folder, 'stopped.db');
  const command = run('--dump', large, '--site', 'verbs', '--db', file);
  await once(command.child.stderr, 'data');
  expect(await command.stop()).toMatchObject({ code: 0, signal: null });
  expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual([]);
  expect(existsSync(file)).toBe(false);
});

test('wants a site for each dump', () => {
  const two = ['--dump', 'a', '--site', 'x', '--dump', 'b', '--site', 'y'];
  const domains = ['--domain', 'x.example.com', '--domain', 'y.example.com'];
  expect(parseOptions(two).dumps).toEqual([
    { folder: 'a', site: 'x' },
    { folder: 'b', site: 'y' },
  ]);
  expect(parseOptions([...two, ...domains]).dumps).toEqual([
    { folder: 'a', site: 'x', domain: 'x.example.com' },
    { folder: 'b', site: 'y', domain: 'y.example.com' },
  ]);
  expect(() => parseOptions(['--dump', 'a'])).toThrow(OptionsError);
  expect(() => parseOptions(['--site', 'x'])).toThrow(/Each --dump DIR needs its --site NAME/);
  expect(() => parseOptions([...two, '--domain', 'x.example.com'])).toThrow(/a --domain for each --dump/);
  for (const wrong of ['https://x.example.com', 'x', 'y.example.com'])
    expect(() => parseOptions([...two, '--domain', 'y.example.com', '--domain', wrong])).toThrow(/--domain takes/);
});

test('takes the parts of a dump that are wanted', () => {
  const one = ['--dump', 'a', '--site', 'x'];
  expect(parseOptions([...one, '--only', 'questions, users']).dumps).toEqual([
    { folder: 'a', site: 'x', only: ['questions', 'users'] },
  ]);
  expect(() => parseOptions([...one, '--only', 'posts'])).toThrow(/--only takes questions or answers or/);
  expect(() => parseOptions(['--only', 'users'])).toThrow(/--only is for a --dump/);
});
