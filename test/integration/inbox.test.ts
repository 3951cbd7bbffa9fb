import { describe, expect } from 'vitest';
import { HOUR_MS } from '../../common/durations.ts';
import type { InboxState } from '../../common/schemas/inbox-states.ts';
import type { World } from './askbell.ts';
import { it } from './story.ts';

describe('the inbox', () => {
  /** Paths asked of the network since the last look, without their version. */
  let asked: string[];
  const since = () => asked.splice(0).filter((path) => /^\/(?:answers|questions\/\d|posts|comments)/.test(path));
  /** Path that is answered with an empty list. */
  let withoutItems: string | undefined;
  /** Called when the network has answered and Askbell does not have it yet. */
  let onAnswer: () => void;
  it.override('options', () => {
    asked = [];
    onAnswer = () => {};
    withoutItems = undefined;
    return {
      tamper: (path, items) => {
        asked.push(path);
        onAnswer();
        return path === withoutItems ? [] : items;
      },
    };
  });

  const titles = ({ desktop }: World) => desktop.shown.map(({ title }) => title);
  /** Keys of what is unread, the newest first. */
  const unreadKeys = async (world: World) =>
    (await world.entries()).filter(({ unread }) => unread).map(({ key }) => key);
  /** Somebody answers; returns the item's key once it is there. */
  async function answered(world: World, text = 'Try <code>i &lt; n</code> first.'): Promise<string> {
    await world.answered(text);
    return (await world.newest()).key;
  }

  it('reads an answer by one request, keeps it, and finds its words from then on', async ({ world }) => {
    const key = await answered(world);
    since();
    const reading = await world.window.inbox.read({ key });
    expect(reading.trouble).toBeUndefined();
    expect(reading).toMatchObject({
      hasQuestion: true,
      muted: false,
      canAccept: true,
      canUnaccept: false,
      post: { kind: 'answer', html: '<p>Try <code>i &lt; n</code> first.</p>', isAccepted: false },
    });
    expect(reading.post?.owner?.name).toMatch(/\w/);
    expect(reading.post?.tags.length).toBeGreaterThan(0);
    await world.window.inbox.read({ key });
    expect(since()).toHaveLength(1);
    await world.restart();
    await world.window.inbox.read({ key });
    expect(since()).toEqual([]);
    const entry = await world.newest();
    expect(entry).toMatchObject({ key, person: reading.post!.owner!.name, tags: reading.post!.tags });
    const found = await world.entries({ tag: reading.post!.tags[0]!, text: 'fir' });
    expect(found.map((one) => one.key)).toContain(key);
  });

  it('reads a comment among those under its post by one request, else alone', async ({ world, people }) => {
    people.comments('Which loop is it?', 1);
    await world.pass(60_000);
    people.comments('The inner one.');
    await world.pass(60_000);
    const { key } = await world.newest();
    since();
    const reading = await world.window.inbox.read({ key });
    expect(reading).toMatchObject({ post: { kind: 'comment' }, hasQuestion: true, hasAnswer: false });
    expect(reading.thread?.slice(-2)).toMatchObject([
      { html: 'Which loop is it?', isItem: false },
      { html: 'The inner one.', isItem: true },
    ]);
    expect(await world.window.inbox.read({ key })).toEqual(reading);
    expect(since()).toHaveLength(1);
    const question = await world.window.inbox.read({ key, part: 'question' });
    expect(question).toMatchObject({ post: { kind: 'question' } });
    expect(question.thread).toBeUndefined();
    await world.pass(20 * 60_000);
    withoutItems = `/posts/${people.questionId}/comments`;
    since();
    expect(await world.window.inbox.read({ key })).toMatchObject({ post: { kind: 'comment', html: 'The inner one.' } });
    expect(since()).toEqual([withoutItems, expect.stringMatching(/^\/comments/)]);
  });

  it('has the post for who went on before it came, and comes back', async ({ world }) => {
    const key = await answered(world);
    since();
    const goingOn = new AbortController();
    onAnswer = () => goingOn.abort();
    await world.window.inbox.read({ key }, { signal: goingOn.signal }).catch(() => undefined);
    expect(await world.window.inbox.read({ key })).toMatchObject({ post: { kind: 'answer' } });
    expect(since()).toHaveLength(1);
  });

  it('says what is wrong in the place of the post, and shows what it has', async ({ world, people }) => {
    const key = await answered(world);
    await world.window.inbox.read({ key });
    await world.pass(20 * 60_000);
    world.sandbox.world.db.exec(
      `UPDATE posts SET deleted_at = ${Math.floor(world.clock.now() / 1000)} WHERE parent_id = ${people.questionId} AND post_type = 2`,
    );
    const deleted = await world.window.inbox.read({ key });
    expect(deleted).toMatchObject({ trouble: { kind: 'deleted' }, post: { kind: 'answer' } });
    await world.sandbox.close();
    const question = world.window.inbox.read({ key, part: 'question' });
    await world.pass(10_000);
    expect(await question).toMatchObject({ trouble: { kind: 'offline' } });
    expect((await question).post).toBeUndefined();
  });

  it('keeps filters under a name, renamed without their filter, and mutes what is still there', async ({ world }) => {
    const { inbox } = world.window;
    const named = async () => (await world.window.inbox.views()).map(({ name, view }) => [name, view]);
    await inbox.saveView({ name: 'Loops', view: { tag: ['loops'], text: 'words are not kept' } });
    await inbox.saveView({ name: 'Gone', view: { site: ['nobody/beds'], grouping: 'site' } });
    expect(await named()).toEqual([['Loops', { tag: ['loops'] }]]);
    const { id } = (await inbox.views())[0]!;
    const renamed = await inbox.saveView({ id, name: 'Knots' });
    await world.restart();
    expect(await named()).toEqual([['Knots', { tag: ['loops'] }]]);
    expect(renamed.changed).toBe(1);
    const { undo } = await world.window.inbox.removeView({ id });
    expect(await named()).toEqual([]);
    await world.window.inbox.undo({ undo: undo! });
    expect(await named()).toEqual([['Knots', { tag: ['loops'] }]]);
    const key = await answered(world);
    const gone = key.replace(/[^/]*$/, 'gone');
    expect(await world.window.inbox.mute({ keys: [gone, key], muted: true })).toMatchObject({ changed: 1 });
    expect((await world.newest()).muted).toBe(true);
    // A name out of an earlier run takes nothing back.
    const { undo: before } = await world.window.inbox.mark({ keys: [key], as: 'read' });
    await world.restart();
    await world.window.inbox.mark({ keys: [key], as: 'unread' });
    await expect(world.window.inbox.undo({ undo: before! })).rejects.toMatchObject({
      message: 'That can no longer be undone.',
    });
    expect((await world.newest()).unread).toBe(true);
  });

  it('puts an item off: out of the list and the count, back as unread, announced once more', async ({ world }) => {
    const key = await answered(world);
    const before = await world.state();
    const { title } = await world.newest();
    const { until, undo } = await world.window.inbox.snooze({ keys: [key], until: 'later-today' });
    expect(until.getTime()).toBe(world.clock.now() + 3 * HOUR_MS);
    expect((await world.newest()).key).not.toBe(key);
    expect((await world.state()).unread).toBe(before.unread - 1);
    await world.window.inbox.undo({ undo: undo! });
    expect(await world.newest()).toMatchObject({ key, unread: true });
    await world.window.inbox.snooze({ keys: [key], until: 'later-today' });
    const back = await world.window.inbox.mark({ keys: [key], as: 'listed' });
    expect([back.changed, (await world.state()).unread]).toEqual([1, before.unread]);
    expect(await world.newest()).toMatchObject({ key, unread: true });
    await world.window.inbox.undo({ undo: back.undo! });
    expect(await world.entries({ state: 'snoozed' })).toMatchObject([{ key, unread: false }]);
    await world.restart();
    const told = titles(world).length;
    await world.pass(3 * HOUR_MS + 2 * 60_000);
    expect(await world.newest()).toMatchObject({ key, unread: true });
    const toldAgain = () => titles(world).filter((line, index) => index >= told && line === title);
    expect(toldAgain()).toEqual([title]);
    await world.pass(2 * HOUR_MS);
    expect(toldAgain()).toEqual([title]);
  });

  it('waits until somebody writes, comes back unread below that, told of once, and is done', async ({ world }) => {
    const key = await answered(world, 'One.');
    await world.window.inbox.mark({ keys: [key], as: 'read' });
    await world.window.inbox.snooze({ keys: [key], until: 'reply' });
    await world.restartAndPass(4 * HOUR_MS);
    expect((await world.entries({ state: 'snoozed' })).map((entry) => entry.key)).toEqual([key]);
    const told = titles(world).length;
    await world.answered('Two.');
    const [newest, next] = await world.entries({ source: 'inbox' });
    expect(newest).toMatchObject({ excerpt: 'Two.', unread: true });
    expect(next).toMatchObject({ key, unread: true });
    expect(await world.entries({ state: 'snoozed' })).toEqual([]);
    expect(titles(world)).toHaveLength(told + 1);

    // Once it is done it stays so, whatever comes of its question.
    const { unread } = await world.state();
    await world.window.inbox.mark({ keys: [key], as: 'saved' });
    const { changed, undo } = await world.window.inbox.mark({ keys: [newest!.key, key], as: 'done' });
    expect([changed, (await world.state()).unread]).toEqual([2, unread - 2]);
    await world.answered('Three.');
    expect(await world.newest()).toMatchObject({ excerpt: 'Three.', unread: true });
    const keysOf = async (state: InboxState) => (await world.entries({ state })).map((entry) => entry.key);
    expect([await keysOf('done'), await keysOf('saved')]).toEqual([[newest!.key, key], [key]]);
    await world.window.inbox.undo({ undo: undo! });
    expect([await keysOf('done'), (await world.state()).unread]).toEqual([[], unread + 1]);
  });

  it('says what came of “Refresh” in the tray, which marks read what it counts and undoes it', async ({ world }) => {
    world.desktop.emit('tray-command', { do: 'sync-now' });
    await expect.poll(() => world.desktop.shown.at(-1)?.title).toBe('Refresh');
    expect(world.desktop.shown.at(-1)!.body).toMatch(/^(?:Checking|Next check) /);
    world.desktop.emit('tray-command', { do: 'sync-now' });
    await expect.poll(() => world.desktop.shown.at(-1)!.body).toMatch(/(?:Next check|asking again) in \d+ s/);

    await world.answered('One.');
    const all = await unreadKeys(world);
    // What is muted is not counted.
    const [newest] = all;
    await world.window.inbox.mute({ keys: [newest!], muted: true });
    const { unread: counted } = await world.window.state.get();
    expect(counted).toBeLessThan(all.length);
    const label = `Mark ${counted} as read`;
    expect(world.desktop.trayLabels()).toContain(label);
    world.desktop.emit('tray-command', { do: 'mark-all-read' });
    await expect.poll(async () => (await unreadKeys(world)).length).toBe(all.length - counted);
    expect(await unreadKeys(world)).toContain(newest);
    await expect.poll(() => world.desktop.trayLabels().join()).toMatch(/as unread again/);
    world.desktop.emit('tray-command', { do: 'undo-mark-all-read' });
    await expect.poll(() => unreadKeys(world)).toEqual(all);
    await expect.poll(() => world.desktop.trayLabels()).toContain(label);
  });

  it('opens the newest of a thread once and marks all of it read, wherever opened', async ({ world, people }) => {
    people.answers();
    await world.answered();
    const [newest, older] = (await world.window.inbox.list({ limit: 2 })).entries;
    expect(older!.question).toBe(newest!.question);
    const before = await unreadKeys(world);
    await world.window.inbox.open({ key: newest!.key, others: [older!.key] });
    expect(world.desktop.opened).toEqual([newest!.link]);
    expect(await unreadKeys(world)).toEqual(before.slice(2));
    await world.window.inbox.mark({ keys: [newest!.key, older!.key], as: 'unread' });
    await world.window.inbox.open({ key: newest!.key, others: [older!.key], opened: true });
    expect(world.desktop.opened).toHaveLength(1);
    expect(await unreadKeys(world)).toEqual(before.slice(2));
  });

  it('accepts an answer after the permission to write was asked for, and takes it back', async ({ world, people }) => {
    const accepted = world.sandbox.world.db.prepare('SELECT accepted_answer_id AS id FROM posts WHERE id = ?');
    const open = () => accepted.get(people.questionId)!['id'];
    const before = open() as number | null;
    const key = await answered(world);
    await world.window.inbox.read({ key });
    expect(await world.window.inbox.accept({ key })).toEqual({ outcome: 'needs-permission' });
    const dialogs = world.watchDialogs();
    await world.window.inbox.askToWrite({ key });
    await world.idle();
    expect(dialogs.map(({ searchParams }) => searchParams.get('scope'))).toEqual(['read_inbox,no_expiry,write_access']);
    if (before !== null) {
      // The network says no to a second acceptance, in its own words.
      const refused = await world.window.inbox.accept({ key });
      expect(refused).toMatchObject({ outcome: 'refused', said: expect.stringMatching(/accepted/) as unknown });
      expect(open()).toBe(before);
      world.sandbox.world.actions.unaccept({ site: people.site, answerId: before });
    }
    expect(await world.window.inbox.accept({ key })).toEqual({ outcome: 'done' });
    expect(open()).not.toBeNull();
    const read = await world.window.inbox.read({ key });
    expect(read).toMatchObject({ canAccept: false, canUnaccept: true, post: { isAccepted: true } });
    expect(await world.window.inbox.accept({ key })).toMatchObject({
      outcome: 'refused',
      said: 'This answer is accepted already',
    });
    expect(await world.window.inbox.accept({ key, undo: true })).toEqual({ outcome: 'done' });
    expect(open()).toBeNull();
    expect(await world.window.inbox.accept({ key })).toEqual({ outcome: 'done' });
  });

  describe('of a network with an address that is none, and links that hold a user name and a password', () => {
    it.override('options', {
      tamper: (path, items) => {
        if (path.startsWith('/sites')) Object.assign(items[0]!, { site_url: 'not an address' });
        return items.map((item) => ({ ...item, link: 'https://user:password@evil.example/q/1' }));
      },
    });

    it('lets people sign in, and opens those by no click', async ({ world }) => {
      const key = await answered(world);
      await world.choose('open-item');
      const entries = await world.entries();
      expect(entries.filter(({ link }) => link !== undefined)).toEqual([]);
      await world.window.inbox.open({ key });
      await world.press('open');
      await expect.poll(() => world.desktop.windows).toContain('inbox');
      expect(world.desktop.opened).toEqual([]);
    });
  });
});
