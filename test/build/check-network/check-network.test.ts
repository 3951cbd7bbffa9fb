import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { askAll, type Answers, type Asked } from '../../../build/check-network/ask-all.ts';
import { compare } from '../../../build/check-network/compare.ts';
import { askWorld, checkNetwork, linesOf, readOptions, summary } from '../../../build/check-network/main.ts';
import { UsageError } from '../../../build/command-line.ts';
import { ENDPOINTS } from '../../../electron/api/endpoints.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/server/server.ts';
import { demoDataCopy, storyStart } from '../../support/demo-data.ts';

const TOKEN = 'living-token-S3CRET))';
const folder = mkdtempSync(join(tmpdir(), 'askbell-check-test-'));
const clock = { now: () => storyStart };

let specification: Asked[];
let likePublic: Asked[];
let sandbox: Sandbox;
let answers: Answers;

/** The same data in both worlds, and a third sandbox that plays the living network. */
beforeAll(async () => {
  const file = async (name: string) => demoDataCopy(mkdtempSync(join(folder, name)), storyStart);
  specification = await askWorld('specification', { clock, file: await file('a') });
  likePublic = await askWorld('public', { clock, file: await file('b') });
  const grants = [{ token: TOKEN, accountId: 1, scopes: ['read_inbox', 'no_expiry'] as const }];
  const world = { like: 'public', protection: 0, burst: Infinity, clock, grants } as const;
  sandbox = await startSandbox({ ...world, file: await file('c') });
  answers = await askAll({ base: sandbox.apiBaseUrl, credentials: { accessToken: TOKEN } });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('asking', () => {
  it('asks each operation that Askbell uses once, in both worlds, with under 40 requests', () => {
    for (const asked of [specification, likePublic, answers.asked]) {
      expect(asked.map(({ name }) => name).toSorted()).toEqual(Object.keys(ENDPOINTS).toSorted());
      const left = asked.filter(({ leftOut }) => leftOut !== undefined).map(({ name }) => name);
      expect(left.toSorted()).toEqual(['accept', 'achievements', 'undoAccept']);
      expect(asked.flatMap(({ name, error }) => (error ? [name, error.message] : []))).toEqual([]);
    }
    expect(answers.requests).toBe(sandbox.requests.length);
    expect(answers.requests).toBeLessThan(40);
    expect(answers.credentialsIn).toBe('header');
    expect(sandbox.requests.filter(({ query }) => 'access_token' in query || 'key' in query)).toEqual([]);
  });

  it('asks only what everybody may read without a token', async () => {
    const { asked } = await askAll({ base: sandbox.apiBaseUrl, credentials: {} });
    const left = asked.filter(({ leftOut }) => leftOut === 'it needs a token').map(({ name }) => name);
    expect(left.toSorted()).toEqual(['associated', 'inbox', 'me', 'myInbox', 'myPrivileges', 'myTags', 'unreadInbox']);
    expect(asked.find(({ name }) => name === 'questions')!.items.length).toBeGreaterThan(0);
    expect(asked.filter(({ error }) => error !== undefined)).toEqual([]);
  });
});

describe('comparing', () => {
  const worlds = () => ({ specification, public: likePublic });

  it('finds nothing that breaks in either world', () => {
    for (const here of [specification, likePublic, answers.asked]) {
      const differences = compare({ here, ...worlds() });
      expect(differences.filter(({ finding }) => finding !== 'missing')).toEqual([]);
    }
  });

  /** The living network's answers with one operation's changed. */
  const changed = (name: string, change: (asked: Asked) => Asked) =>
    compare({ here: answers.asked.map((asked) => (asked.name === name ? change(asked) : asked)), ...worlds() });
  const eachItem = (change: (item: Record<string, unknown>) => object) => (asked: Asked) => ({
    ...asked,
    items: asked.items.map((item) => change(item as Record<string, unknown>)),
  });

  it.each([
    ['a field nobody knows', 'inbox', { mood: { colour: 'blue' } }, 'new', 'mood'],
    ['a field in an object that nobody knows', 'questions', { owner: { user_id: 1, aura: 7 } }, 'new', 'owner.aura'],
    ['a field of another type', 'sites', { styling: 'none' }, 'type', 'styling'],
    ['a field Askbell cannot read', 'questions', { creation_date: 'today' }, 'breaks', 'creation_date'],
    ['a field that does not come any more', 'sites', { audience: undefined }, 'missing', 'audience'],
  ])('tells of %s', (_, name, change, finding, field) => {
    const tidy = (item: object) => JSON.parse(JSON.stringify({ ...item, ...change })) as object;
    const found = changed(name, eachItem(tidy));
    expect(found).toContainEqual(expect.objectContaining({ finding, operation: name, field }));
    expect(found.filter((one) => one.finding === 'new')).toHaveLength(finding === 'new' ? 1 : 0);
    expect(linesOf(found).join()).toContain(field);
    expect(summary(answers, found)).toContain(finding === 'breaks' ? 'break' : 'Nothing that Askbell relies on');
  });

  it('tells of an operation that is refused here only, and of a field beside the items', () => {
    const error = { kind: 'bad-request', errorId: 404, errorName: 'no_method' } as NonNullable<Asked['error']>;
    const refused = changed('featured', (asked) => ({ ...asked, items: [], error }));
    expect(refused).toContainEqual(expect.objectContaining({ finding: 'breaks', operation: 'featured', field: '' }));
    const wrapped = changed('tags', (asked) => ({ ...asked, body: { ...(asked.body as object), notice: 'new' } }));
    expect(wrapped).toContainEqual(
      expect.objectContaining({ finding: 'wrapper', operation: 'tags', field: '.notice' }),
    );
  });
});

describe('the command', () => {
  /** Runs it with a token on its input; returns the exit code and everything it printed. */
  async function run(token: string) {
    const said: string[] = [];
    const keep = (line: unknown) => void said.push(String(line));
    const printed = (['log', 'error'] as const).map((name) => vi.spyOn(console, name).mockImplementation(keep));
    const args = ['--base', sandbox.apiBaseUrl, '--token-stdin'];
    const world = (like: string) => Promise.resolve(like === 'public' ? likePublic : specification);
    try {
      const code = await checkNetwork(args, () => Promise.resolve(`${token}\n`), world);
      return { code, said: said.join('\n') };
    } finally {
      for (const spy of printed) spy.mockRestore();
    }
  }

  it('ends with 0 where all is as expected, and prints no token', async () => {
    const { code, said } = await run(TOKEN);
    expect(said).toContain('/inbox: HTTP 200');
    expect(said).toContain('Nothing that Askbell relies on differs.');
    expect(said).not.toContain('S3CRET');
    expect(code).toBe(0);
  });

  it('ends with 3 after the first request where the token is refused', async () => {
    const before = sandbox.requests.length;
    const { code, said } = await run('S3CRET-other');
    expect([code, sandbox.requests.length]).toEqual([3, before + 1]);
    expect(said).toContain('Stopped:');
    expect(said).not.toContain('S3CRET');
  });

  it('takes no empty token', () => expect(run('')).rejects.toThrow(UsageError));

  it.each([
    [[]],
    [['--base', 'nowhere']],
    [['--base', 'ftp://x']],
    [['--base', 'https://x', '--credentials', 'body']],
    [['--base', 'https://x', '--token', 'on-the-command-line']],
  ])('takes no %j', (args) => expect(() => readOptions(args)).toThrow(UsageError));
});
