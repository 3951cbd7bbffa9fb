import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { WatchRule } from '../../electron/contract.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('watches', () => {
  let world: World;
  let people: ReturnType<typeof cast>;
  let asker = 0;
  const shown = () => world.desktop.shown.map(({ kind, title }) => `${kind}: ${title}`);
  const ask = (title: string, tags: string[], userId = people.others[asker++ % people.others.length]!) =>
    world.sandbox.world.deeds.ask({ site: people.site, userId, title, body: '<p>How?</p>', tags });
  const paths = (part: string) => world.sandbox.requests.filter(({ path }) => path.endsWith(part));
  const watch = (rule: z.input<typeof WatchRule>, alert: 'sound' | 'silent' | 'list' = 'sound') => world.window.watches.add({ site: people.site, rule, alert });
  const others = (count: number, score: (voterId: number) => void) => people.others.slice(5, 5 + count).forEach(score);

  /** What an edit does: gives one question the tags of another. */
  function retag(questionId: number, as: number): void {
    const { db } = world.sandbox.world;
    const { id: site } = db.prepare('SELECT id FROM sites WHERE api_site_parameter = ?').get(people.site) as { id: number };
    db.prepare('UPDATE posts SET tags = (SELECT tags FROM posts WHERE site_id = ?1 AND id = ?3) WHERE site_id = ?1 AND id = ?2').run(site, questionId, as);
    db.prepare('UPDATE post_tags SET tag_id = (SELECT tag_id FROM post_tags WHERE site_id = ?1 AND post_id = ?3) WHERE site_id = ?1 AND post_id = ?2').run(site, questionId, as);
  }

  beforeEach(async () => {
    asker = 0;
    world = await createWorld();
    people = cast(world.sandbox);
    for (const { id } of (await world.window.watches.list()).watches) await world.window.watches.remove({ id });
    await world.pass(aRound);
    world.desktop.shown.length = 0;
  });
  afterEach(() => world.close());

  it('find by wildcards, by all and none of some tags, and by words in the title', async () => {
    await watch({ anyTags: ['zz-*', '*-api'], noTags: ['homework'] });
    await watch({ allTags: ['loops', 'recursion'], titleWords: ['depth'] });
    await world.pass(aRound);
    ask('Wild', ['zz-lists']);
    ask('Homework', ['zz-lists', 'homework']);
    ask('How deep?', ['loops', 'recursion']);
    ask('What is its depth?', ['recursion', 'loops']);
    ask('At the end', ['rest-api']);
    await world.pass(aRound);
    expect(world.desktop.shown.map(({ title }) => title)).toEqual(['3 new questions you watch for']);
    expect(world.desktop.shown[0]!.body.split('\n').map((line) => line.replace(/ \(.*/, '')).toSorted()).toEqual(['At the end', 'What is its depth?', 'Wild']);
    // One request a round serves every watch of the site.
    const asked = paths('/questions').map(({ at }) => at);
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('do not take a tag edit, or a question asked before them, for news', async () => {
    await watch({ anyTags: ['zz-other'] });
    await world.pass(aRound);
    const edited = ask('Edited', ['zz-other2']);
    await world.pass(aRound);
    const before = ask('Asked before the second watch', ['zz-late']);
    await world.pass(2000);
    await watch({ anyTags: ['zz-late'] });
    retag(edited, before);
    await world.pass(2000);
    ask('After it', ['zz-late']);
    await world.pass(aRound);
    expect(shown()).toEqual(['question: After it']);
    const { matches } = await world.window.watches.list();
    expect(matches.map(({ title, unread }) => [title, unread])).toEqual([
      ['After it', true],
      ['Asked before the second watch', false],
    ]);
  });

  it('announce a question once that is deleted and asked again', async () => {
    await watch({ anyTags: ['zz-post'] });
    await world.pass(aRound);
    const first = ask('Posted twice', ['zz-post'], people.others[3]);
    await world.pass(aRound);
    world.sandbox.world.deeds.remove({ site: people.site, postId: first });
    await world.pass(30_000);
    ask('Posted twice', ['zz-post'], people.others[3]);
    await world.pass(aRound);
    expect(shown()).toEqual(['question: Posted twice']);
    expect((await world.window.state.get()).unread).toBe((await world.window.inbox.list({ limit: 200 })).entries.filter(({ unread }) => unread).length + 1);
  });

  it('announce a question once it reaches a score, and not before', async () => {
    await watch({ anyTags: ['zz-score'], minScore: 2 });
    await world.pass(aRound);
    const postId = ask('Well liked', ['zz-score']);
    const lone = ask('Not so well', ['zz-score']);
    await world.pass(15 * minute);
    expect(shown()).toEqual([]);
    const vote = (on: number) => (voterId: number) => world.sandbox.world.deeds.vote({ site: people.site, voterId, postId: on, direction: 'up' });
    others(2, vote(postId));
    others(1, vote(lone));
    await world.pass(40 * minute);
    expect(shown().filter((line) => line.startsWith('question'))).toEqual(['question: Well liked']);
    // New questions need not be asked for: a watch of a score looks for scores.
    expect(paths('/search/advanced').length).toBeGreaterThan(3);
    expect(paths('/search/advanced').every(({ query }) => query['min'] === '2' && query['tagged'] === 'zz-score')).toBe(true);
  });

  it('find questions when they get a bounty, and ask for those only when a watch does', async () => {
    await watch({ anyTags: ['zz-bounty'] });
    await world.pass(aRound);
    expect(paths('/questions/featured')).toEqual([]);
    const { id } = await watch({ bounty: true, unanswered: true });
    await world.pass(aRound);
    expect(paths('/questions/featured').length).toBeGreaterThan(0);
    const postId = ask('Worth something', ['anything'], people.userId);
    await world.pass(aRound);
    expect(shown()).toEqual([]);
    world.sandbox.world.deeds.bounty({ site: people.site, userId: people.userId, questionId: postId, amount: 50 });
    await world.pass(30 * minute);
    expect(shown().filter((line) => line.startsWith('question'))).toEqual(['question: Worth something']);
    await world.window.watches.remove({ id });
    await world.pass(minute);
    const before = paths('/questions/featured').length;
    await world.pass(20 * minute);
    expect(paths('/questions/featured').length).toBe(before);
  });

  it('keep quiet where they are muted or are to list only, make no sound where they are silent', async () => {
    const { id } = await watch({ anyTags: ['zz-muted'] });
    await watch({ anyTags: ['zz-list'] }, 'list');
    await watch({ anyTags: ['zz-silent'] }, 'silent');
    await world.window.watches.change({ id, muted: true });
    await world.pass(aRound);
    ask('Muted', ['zz-muted']);
    ask('Listed', ['zz-list']);
    await world.pass(aRound);
    expect(shown()).toEqual([]);
    expect((await world.window.watches.list()).matches.slice(0, 2).map(({ title, unread }) => [title, unread]).toSorted()).toEqual([
      ['Listed', true],
      ['Muted', true],
    ]);
    ask('Silent', ['zz-silent']);
    await world.pass(aRound);
    expect(world.desktop.shown.map(({ title, silent }) => [title, silent])).toEqual([['Silent', true]]);
    await world.window.watches.change({ id, muted: false });
    ask('Heard again', ['zz-muted']);
    await world.pass(aRound);
    expect(world.desktop.shown.at(-1)).toMatchObject({ title: 'Heard again', silent: false });
  });

  it('announce nothing of a muted site, of whatever kind', async () => {
    await watch({ anyTags: ['zz-site'] });
    await world.window.settings.change({ mutedSites: [people.site] });
    await world.pass(aRound);
    ask('Unheard', ['zz-site']);
    world.sandbox.world.deeds.answer({ site: people.site, userId: people.others[0]!, questionId: people.questionId, body: '<p>Yes.</p>' });
    world.sandbox.world.deeds.vote({ site: people.site, voterId: people.others[2]!, postId: people.questionId, direction: 'up' });
    await world.pass(2 * aRound);
    expect(shown()).toEqual([]);
    expect((await world.window.inbox.list({ limit: 1 })).entries[0]).toMatchObject({ title: people.title, unread: true });
  });

  it('tell what they would find and cost before they are kept, with one request at most', async () => {
    await watch({ anyTags: ['loops'] });
    await world.pass(aRound);
    const before = world.sandbox.requests.length;
    const [tag] = await world.window.watches.completeTag({ site: people.site, text: 'o' });
    const preview = await world.window.watches.preview({ site: people.site, rule: { anyTags: [tag!.name] } });
    expect(preview.matches.every(({ tags }) => tags.includes(tag!.name))).toBe(true);
    expect(preview.perDay).toBeGreaterThan(0);
    expect(preview.lookedAt.questions).toBeGreaterThan(5);
    // The site is asked for its questions anyway.
    expect(preview.cost).toEqual({ requestsPerDay: 0, sharedWith: 1 });
    await world.window.watches.preview({ site: people.site, rule: { anyTags: [tag!.name], titleWords: ['how'] } });
    expect(world.sandbox.requests.length - before).toBeLessThanOrEqual(2);
    const other = (await world.window.watches.sites()).find(({ id }) => id !== people.site)!;
    const elsewhere = await world.window.watches.preview({ site: other.id, rule: { anyTags: ['*'] } });
    expect(elsewhere.perDay).toBeGreaterThan(0);
    expect(elsewhere.cost.requestsPerDay).toBeGreaterThan(10);
    expect(elsewhere.cost.sharedWith).toBe(0);
    // What was previewed shows as the rate of the watch that is kept.
    const kept = await world.window.watches.add({ site: other.id, rule: { anyTags: ['*'] } });
    expect(kept.perDay).toBeCloseTo(elsewhere.perDay!, 0);
  });

  it('preview from what is known when the network cannot be asked', async () => {
    await watch({ anyTags: ['loops'] });
    await world.pass(aRound);
    await world.sandbox.close();
    const asked = world.window.watches.preview({ site: people.site, rule: { bounty: true } });
    await world.pass(10_000);
    const preview = await asked;
    expect(preview.note).toMatch(/This is what Askbell has seen so far\.$/);
    expect(preview.matches).toEqual([]);
  });

  it('refuse what says nothing and what is watched already, in words', async () => {
    const { id } = await watch({ anyTags: ['loops', 'Zz Top'] });
    await expect(watch({})).rejects.toMatchObject({ message: 'The watch is for nothing in particular.' });
    await expect(watch({ anyTags: ['zz-top', 'loops'] })).rejects.toMatchObject({ message: expect.stringMatching(/^You watch zz-top or loops on .+ already\.$/) as string });
    await expect(world.window.watches.change({ id, rule: { anyTags: ['zz-top', 'loops'] } })).resolves.toMatchObject({ name: 'zz-top or loops' });
    await expect(world.window.watches.add({ site: 'nowhere', rule: { anyTags: ['x'] } })).rejects.toMatchObject({ message: 'This network has no such site.' });
  });

  it('change their rule without losing or repeating anything', async () => {
    const { id } = await watch({ anyTags: ['zz-one'] });
    await world.pass(aRound);
    ask('One', ['zz-one']);
    ask('Two, too early', ['zz-two']);
    await world.pass(aRound);
    ask('One, just before the change', ['zz-one']);
    await world.window.watches.change({ id, rule: { anyTags: ['zz-one', 'zz-two'] } });
    await world.pass(aRound);
    ask('Two', ['zz-two']);
    await world.pass(aRound);
    expect(shown()).toEqual(['question: One', 'question: One, just before the change', 'question: Two']);
    expect((await world.window.watches.list()).watches[0]).toMatchObject({ thisWeek: 4, latest: { title: 'Two' } });
    await world.window.watches.change({ id, rule: { anyTags: ['zz-two'] } });
    expect((await world.window.watches.list()).matches.map(({ title }) => title)).toEqual(['Two', 'Two, too early']);
  });
});

describe('quiet', () => {
  let world: World;
  let people: ReturnType<typeof cast>;
  const shown = () => world.desktop.shown.map(({ kind, title }) => `${kind}: ${title}`);
  const answer = (body: string) => world.sandbox.world.deeds.answer({ site: people.site, userId: people.others[0]!, questionId: people.questionId, body });
  const vote = () => world.sandbox.world.deeds.vote({ site: people.site, voterId: people.others[2]!, postId: people.questionId, direction: 'up' });
  const timeOfDay = (from: number) => {
    const at = new Date(from);
    return `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
  };
  const everyDay = [0, 1, 2, 3, 4, 5, 6];

  beforeEach(async () => {
    world = await createWorld();
    people = cast(world.sandbox);
    await world.pass(aRound);
  });
  afterEach(() => world.close());

  const quietFor = (from: number, to: number) =>
    world.window.settings.change({ quietHours: { on: true, from: timeOfDay(world.clock.now() + from), to: timeOfDay(world.clock.now() + to), days: everyDay } });

  it('hours hold everything back and end with one summary', async () => {
    await quietFor(10 * minute, 40 * minute);
    answer('<p>Before.</p>');
    await world.pass(8 * minute);
    expect(shown()).toEqual([`inbox: ${people.title}`]);
    expect((await world.window.state.get()).quiet).toBeUndefined();
    await world.pass(3 * minute);
    expect((await world.window.state.get()).quiet).toMatchObject({ because: 'quiet-hours' });
    answer('<p>One.</p>');
    await world.pass(10 * minute);
    answer('<p>Two.</p>');
    vote();
    await world.pass(15 * minute);
    expect(shown()).toHaveLength(1);
    await world.pass(6 * minute);
    expect(shown().slice(1)).toEqual(['summary: While notifications were held back']);
    expect(world.desktop.shown[1]!.body).toBe('2 inbox items\n1 site with a reputation change');
    expect((await world.window.state.get()).quiet).toBeUndefined();
  });

  it('hours that ended while Askbell was off are summed up at the start', async () => {
    await quietFor(-minute, 30 * minute);
    answer('<p>One.</p>');
    await world.pass(5 * minute);
    answer('<p>Two.</p>');
    vote();
    await world.pass(5 * minute);
    await world.quit();
    await world.clock.advance(hour);
    await world.launch();
    await world.pass(1000);
    expect(shown()).toEqual(['summary: While notifications were held back']);
  });

  it('hours outlast a snooze that ends within them', async () => {
    await quietFor(-minute, 50 * minute);
    await world.window.polling.snooze({ for: '30-minutes' });
    answer('<p>One.</p>');
    vote();
    await world.pass(40 * minute);
    expect(shown()).toEqual([]);
    await world.pass(12 * minute);
    expect(shown()).toEqual(['summary: While notifications were held back']);
  });

  it('hours that are switched off let out at once what they held', async () => {
    await quietFor(-minute, 50 * minute);
    answer('<p>One.</p>');
    await world.pass(10 * minute);
    expect(shown()).toEqual([]);
    const { quietHours } = await world.window.settings.get();
    await world.window.settings.change({ quietHours: { ...quietHours, on: false } });
    await world.idle();
    expect(shown()).toEqual([`inbox: ${people.title}`]);
  });

  it('is kept while the system says do not disturb, and ends within a minute of it', async () => {
    let busy = true;
    world.desktop.doNotDisturb = () => Promise.resolve(busy);
    answer('<p>One.</p>');
    await world.pass(10 * minute);
    vote();
    await world.pass(10 * minute);
    expect(shown()).toEqual([]);
    expect((await world.window.state.get()).quiet).toEqual({ because: 'do-not-disturb' });
    await world.window.polling.pause();
    busy = false;
    await world.pass(minute + 1000);
    expect(shown()).toEqual(['summary: While notifications were held back']);
    expect((await world.window.state.get()).quiet).toBeUndefined();
  });

  it('is not kept for a system that does not tell, or a person who wants none of it', async () => {
    world.desktop.doNotDisturb = () => Promise.resolve(undefined);
    answer('<p>One.</p>');
    await world.pass(10 * minute);
    expect(shown()).toHaveLength(1);
    world.desktop.doNotDisturb = () => Promise.resolve(true);
    await world.window.settings.change({ respectDoNotDisturb: false });
    answer('<p>Two.</p>');
    await world.pass(10 * minute);
    expect(shown()).toHaveLength(2);
  });
});
