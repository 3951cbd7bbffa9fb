import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { UPLOAD_PIECE_CHARS, WatchRule } from '../../common/contract/contract.ts';
import { DAY_MS, MINUTE_MS } from '../../common/durations.ts';
import { createWorld, type World } from './askbell.ts';
import { it } from './story.ts';

const GONE = { message: 'That can no longer be undone.' };

/** What of an export is changed here. */
interface File {
  settings: object;
  watches: object[];
  history: { inbox: object[]; reputation: object[]; questions: object[]; mutedQuestions: object[] }[];
}

/** The file that an export gives, put together as the window does. */
async function exported(world: World): Promise<{ fileName: string; json: string; file: File }> {
  const pieces = [];
  for await (const piece of await world.window.data.export()) pieces.push(piece);
  expect(pieces.map(({ share }) => share)).toEqual(pieces.map(({ share }) => share).toSorted((a, b) => a - b));
  expect(pieces.at(-1)?.share).toBe(1);
  const json = pieces.map(({ text }) => text).join('');
  return { fileName: pieces[0]!.fileName, json, file: JSON.parse(json) as File };
}

/** Hands a file over as the window does. */
async function uploaded(world: World, json: string): Promise<{ upload: string }> {
  let file: { upload?: string } = {};
  for (let from = 0; from < json.length; from += UPLOAD_PIECE_CHARS)
    file = await world.window.transfer.upload({ ...file, text: json.slice(from, from + UPLOAD_PIECE_CHARS) });
  return file as { upload: string };
}

const importInto = async (world: World, json: string) => world.window.data.import(await uploaded(world, json));

describe('data', () => {
  let world: World;
  const inbox = (of = world) => of.entries({ source: 'inbox' });
  const watches = async (of = world) => (await of.window.watches.list()).watches;
  /** Everything secret there is in this world. */
  const secrets = () => [
    'askbell-demo',
    ...world.sandbox.world.db
      .prepare('SELECT token FROM tokens')
      .all()
      .map(({ token }) => String(token)),
  ];

  it.beforeEach(({ world: fresh }) => void (world = fresh));

  describe('exported', () => {
    it('holds settings, watches and what was received, and nothing secret', async () => {
      await world.window.settings.change({ zoom: 1.5 });
      await world.answered('Take this along.');
      const { fileName, json, file } = await exported(world);
      const now = new Date(world.clock.now());
      const [month, date] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
      expect(fileName).toBe(`askbell-${now.getFullYear()}-${month}-${date}.json`);
      expect(json).toContain('Take this along.');
      expect(secrets().length).toBeGreaterThan(1);
      for (const secret of secrets()) expect(json).not.toContain(secret);
      expect(file).toMatchObject({
        askbell: 1,
        settings: { zoom: 1.5 },
        watches: [{ networkId: 'demo' }],
        history: [{ network: 'demo' }],
      });
    });

    it('comes back on a new machine: shown after signing in, announced never', async () => {
      await world.answered('Take this along.');
      const mine = await inbox();
      await world.window.inbox.mark({ keys: [mine[0]!.key], as: 'read' });
      const notify = { inbox: true, reputation: true, questions: false, badges: true };
      await world.window.settings.change({ zoom: 1.5, language: 'de', notify });
      const { json } = await exported(world);
      const watched = await watches();

      const fresh = await createWorld({ demo: false });
      onTestFinished(() => fresh.close());
      const imported = await importInto(fresh, json);
      expect(imported).toMatchObject({
        settings: true,
        waiting: ['Demo network'],
        added: { inbox: mine.length, watches: watched.length },
      });
      expect(await fresh.window.settings.get()).toMatchObject({ zoom: 1.5, language: 'de', notify });
      await fresh.window.session.signIn({ kind: 'demo' });
      await fresh.idle();
      const theirs = await inbox(fresh);
      const stateOf = (entries: typeof mine) => entries.map(({ key, unread }) => [key, unread]);
      expect(stateOf(theirs)).toEqual(stateOf(await inbox()));
      const rulesOf = (list: typeof watched) => list.map(({ id, rule }) => [id, rule]);
      expect(rulesOf(await watches(fresh))).toEqual(rulesOf(watched));
      await fresh.round();
      expect(fresh.desktop.shown).toEqual([]);
    });

    it('is told from what is none, newer, cut short or damaged; of its settings those are taken that can be had', async () => {
      const advice = expect.stringMatching(/.{20,}/) as string;
      const body = '"version":"1","settings":{"zoom":9},"networks":[],"watches":[],"history":[]';
      for (const [text, message] of [
        ['Dear diary', 'This file was not exported by Askbell.'],
        ['{"name":"askbell","version":"1"}', 'This file was not exported by Askbell.'],
        ['{"askbell":2}', 'This file was exported by a newer version of Askbell.'],
        ['{"askbell":1,"exportedAt":"20', 'This export is damaged or has been changed.'],
        [`{"askbell":1,"exportedAt":"2026",${body}}`, 'This export is damaged or has been changed.'],
      ] as const)
        await expect(importInto(world, text)).rejects.toMatchObject({ message, data: { advice } });
      expect((await world.window.settings.get()).zoom).toBe(1);
      const { file } = await exported(world);
      file.settings = { ...file.settings, zoom: 2, proxy: { mode: 'manual', address: 'ftp://nowhere' } };
      await importInto(world, JSON.stringify(file));
      expect(await world.window.settings.get()).toMatchObject({ zoom: 2, proxy: { mode: 'system' } });
    });
  });

  describe('imported', () => {
    const rule = WatchRule.parse({ anyTags: ['hedges'] });
    /** What of settings and watches is kept, as it stands in the file. */
    const kept = async () => {
      const { settings, watches } = (await exported(world)).file;
      return { settings, watches };
    };
    /** An export of this machine with other settings, a watch told otherwise, and one that is not here. */
    const foreign = async (): Promise<File> => {
      const { file } = await exported(world);
      const [watch] = file.watches;
      const settings = { ...file.settings, zoom: 2, shortcut: 'Alt+B', sound: 'bell' };
      return {
        ...file,
        settings,
        watches: [
          { ...watch, alert: 'list' },
          { ...watch, rule },
        ],
      };
    };

    it('is taken back exactly, once, and not after another', async () => {
      await world.window.settings.change({ shortcut: 'Alt+A' });
      const json = JSON.stringify(await foreign());
      const before = await kept();
      const { undo, added } = await importInto(world, json);
      expect(added.watches).toBe(1);
      expect(world.desktop.shortcuts.window).toBe('Alt+B');
      expect(await watches()).toContainEqual(expect.objectContaining({ name: 'hedges', alert: 'sound' }));
      expect((await world.window.transfer.last()).change).toMatchObject({ what: 'import', undo });
      expect(await world.window.transfer.undo({ undo })).toEqual({ kept: false });
      expect(await kept()).toEqual(before);
      expect(world.desktop.shortcuts.window).toBe('Alt+A');
      expect(await world.window.transfer.last()).toEqual({});
      await expect(world.window.transfer.undo({ undo })).rejects.toMatchObject(GONE);
      const earlier = await importInto(world, json);
      await world.window.diagnostics.reset({ what: 'settings' });
      await expect(world.window.transfer.undo({ undo: earlier.undo })).rejects.toMatchObject(GONE);
    });

    it('is taken back with all that was received, and what came otherwise stays', async () => {
      await world.answered('Mine to keep.');
      const { file, json } = await exported(world);
      const account = file.history[0]!;
      const many = <Row extends object>(row: Row, name: keyof Row, label: string) =>
        Array.from({ length: 1200 }, (_, at) => ({ ...row, [name]: name === 'key' ? `${label}|${at}` : 900_000 + at }));
      account.inbox = many(account.inbox[0] as { key: string }, 'key', 'imported');
      account.reputation = many(account.reputation[0] as { key: string }, 'key', 'gained');
      const [watch] = file.watches as { id: string }[];
      file.watches = [{ ...watch, id: 'theirs', rule }];
      const site = { id: world.people.site, name: 'Loops' };
      const question = { site, questionId: 1, title: 'Q', tags: [], createdAt: 1, matchedAt: 1, watchIds: ['theirs'] };
      account.questions = many(question, 'questionId', '');
      account.mutedQuestions = [{ siteId: site.id, siteName: 'Loops', questionId: 7, title: 'Q', mutedAt: 1 }];
      const { added, undo } = await importInto(world, JSON.stringify(file));
      expect(added).toEqual({ inbox: 1200, reputation: 1200, questions: 1200, watches: 1 });
      expect((await world.window.inbox.counts({ filter: {} })).total).toBeGreaterThanOrEqual(2400);
      expect(await world.window.transfer.undo({ undo })).toEqual({ kept: false });
      const { exportedAt: _then, ...asBefore } = JSON.parse(json) as Record<string, unknown>;
      expect((await exported(world)).file).toMatchObject(asBefore);
      expect((await inbox()).map(({ excerpt }) => excerpt)).toContain('Mine to keep.');
    });

    it('leaves nothing where the last of it fails', async () => {
      const file = await foreign();
      const [account] = file.history;
      account!.inbox = [{ ...account!.inbox[0], key: 'imported' }];
      const before = await kept();
      const count = async () => (await world.window.inbox.counts({ filter: {} })).total;
      const items = await count();
      world.desktop.setShortcut = () => Promise.reject(new Error('The desktop is gone.'));
      await expect(importInto(world, JSON.stringify(file))).rejects.toThrow();
      expect(await count()).toBe(items);
      expect((await kept()).watches).toEqual(before.watches);
    });

    it('has limits, which are said in words, and nothing of what exceeds them is taken', async () => {
      const file = await foreign();
      const before = await kept();
      const tooMany = { ...file, watches: Array.from({ length: 5001 }, () => file.watches[0]) };
      const withKey = (letters: number) => JSON.stringify(file).replace('"key":"', `"key":"${'x'.repeat(letters)}`);
      for (const [json, message, advice] of [
        [JSON.stringify(tooMany), 'This file has too many entries.', '5,000 watches'],
        [withKey(20_001), 'This file has an entry that is too long.', 'history.0.inbox.0.key'],
        [withKey(2_000_000), 'This file has an entry that is too long.', ''],
      ] as const)
        await expect(importInto(world, json)).rejects.toMatchObject({
          message,
          data: { advice: expect.stringContaining(advice) },
        });
      expect(await kept()).toEqual(before);
    });

    /** Files in the data folder that hold what was handed over. */
    const leftOver = () => readdirSync(world.dataDir).filter((name) => name.includes('import'));

    it('leaves no copy of its file where it is refused or done, or everything is deleted', async () => {
      const json = JSON.stringify(await foreign());
      const file = await uploaded(world, json);
      expect(leftOver()).toHaveLength(1);
      await world.window.data.import(file);
      expect(leftOver()).toEqual([]);
      await expect(world.window.data.import(file)).rejects.toMatchObject(GONE);
      await expect(world.window.data.import(await uploaded(world, '{}'))).rejects.toMatchObject({
        message: 'This file was not exported by Askbell.',
      });
      expect(leftOver()).toEqual([]);
      await world.window.transfer.upload({ text: json.slice(0, 100) });
      expect(leftOver()).toHaveLength(1);
      await world.window.diagnostics.reset({ what: 'history' });
      expect(leftOver()).toEqual([]);
    });
  });

  it('settings that were reset are as at first, touch nothing else, and come back', async () => {
    await world.window.settings.change({ zoom: 2, shortcut: 'Alt+A', sound: 'none', retention: 30 });
    const before = await world.window.settings.get();
    const received = (await inbox()).length;
    const { undo } = await world.window.diagnostics.reset({ what: 'settings' });
    expect(await world.window.settings.get()).toMatchObject({
      zoom: 1,
      shortcut: '',
      sound: 'default',
      retention: 'forever',
    });
    expect(world.desktop.shortcuts.window).toBe('');
    expect(await inbox()).toHaveLength(received);
    expect(await watches()).toHaveLength(1);
    const tag = await world.watchTag();
    expect(await world.window.transfer.undo({ undo: undo! })).toEqual({ kept: true });
    expect(await world.window.settings.get()).toEqual(before);
    // A watch that was added since stays.
    expect((await watches()).map(({ rule }) => rule.anyTags)).toContainEqual([tag]);
    expect(world.desktop.shortcuts.window).toBe('Alt+A');
  });

  it('kept for a while goes when it is older and read, never comes back, and is not announced again', async () => {
    const all = await inbox();
    const old = all.filter(({ createdAt }) => createdAt.getTime() < world.clock.now() - 10 * DAY_MS);
    expect(old.length).toBeGreaterThan(0);
    const unreadOld = old[0]!.key;
    await world.window.inbox.markAllRead();
    await world.window.inbox.mark({ keys: [unreadOld], as: 'unread' });
    await world.window.settings.change({ retention: 10 });
    await world.round();
    const left = await inbox();
    const leftOld = left.filter(({ createdAt }) => createdAt.getTime() < world.clock.now() - 10 * DAY_MS - MINUTE_MS);
    expect(leftOld.map(({ key }) => key)).toEqual([unreadOld]);
    await world.pass(30 * MINUTE_MS);
    await world.restartAndPass(30 * MINUTE_MS);
    expect(await inbox()).toHaveLength(left.length);
    expect(world.desktop.shown).toEqual([]);
    await world.answered('News all the same.');
    expect(world.desktop.shown).toHaveLength(1);
    // It is looked after every day.
    await world.window.inbox.markAllRead();
    await world.window.settings.change({ retention: 1 });
    expect((await world.newest()).excerpt).toBe('News all the same.');
    await world.window.polling.pause();
    await world.pass(2.2 * DAY_MS);
    expect((await inbox()).some(({ excerpt }) => excerpt === 'News all the same.')).toBe(false);
  });

  it('deleted by the person is gone, stays gone, and news come as before', async () => {
    await world.answered('Forget me.');
    world.desktop.shown.length = 0;
    await world.window.diagnostics.reset({ what: 'history' });
    expect(await inbox()).toEqual([]);
    expect((await watches()).flatMap(({ latest }) => latest)).toEqual([]);
    expect((await world.window.reputation.changes({})).entries).toEqual([]);
    expect((await exported(world)).json).not.toContain('Forget me.');
    await world.pass(30 * MINUTE_MS);
    await world.restartAndPass(30 * MINUTE_MS);
    expect(await inbox()).toEqual([]);
    expect(world.desktop.shown).toEqual([]);
    expect((await world.state()).accounts).toHaveLength(1);
    await world.answered('And now this.');
    expect((await inbox()).map(({ excerpt }) => excerpt)).toEqual(['And now this.']);
    expect(world.desktop.shown).toHaveLength(1);
  });

  it('for diagnosis say how things stand and show nothing secret, not even from the log', async () => {
    mkdirSync(dirname(world.desktop.logFile), { recursive: true });
    writeFileSync(world.desktop.logFile, `[warn] asked /me with ${secrets().at(-1)}\n[info] the last line\n`);
    await world.window.settings.change({ sound: 'bell' });
    const { text } = await world.window.diagnostics.report();
    for (const part of [
      'Askbell: 0.0.0',
      'System:',
      'sound: "bell"',
      'Account at Demo network (demo): signed in',
      'quota:',
      'plan: Inbox',
      'the last line',
      'Conditions\n  none',
    ])
      expect(text).toContain(part);
    for (const secret of secrets()) expect(text).not.toContain(secret);
    expect(text).not.toContain((await world.account()).person.displayName);
    await world.window.diagnostics.openLogs();
    expect(world.desktop.folders).toEqual([dirname(world.desktop.logFile)]);
    const { bytes } = await world.window.data.size();
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes % 4096).toBe(0);
  });
});
