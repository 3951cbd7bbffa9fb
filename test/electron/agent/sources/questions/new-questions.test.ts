import fc from 'fast-check';
import { ANNOUNCED, pageOf, pollAt } from '../poll-under-test.ts';
import { describe, expect, it } from 'vitest';
import { pollNewQuestions } from '../../../../../electron/agent/sources/questions/new-questions.ts';
import { setWatchMark } from '../../../../../electron/agent/sources/questions/watch-list.ts';
import { NetworkError, type Network, type Page } from '../../../../../electron/api/network.ts';
import { Question } from '../../../../../common/resources.ts';
import type { Poll } from '../../../../../electron/agent/sources/poll.ts';
import type { StoredWatch } from '../../../../../electron/store/settings.ts';
import { propertyRuns } from '../../../../support/property-runs.ts';
import { announcedQuestions, matchesOf } from '../../../../support/matches.ts';
import { questionOnWire } from '../../../../support/on-wire.ts';
import { openProfile } from '../../../../support/profile.ts';
import { watchOf } from '../../../../support/watch.ts';

const start = 1_780_000_000;

interface Asked {
  id: number;
  at: number;
  /** Shows up in answers this long after it was asked: answers are cached. */
  lag: number;
  tag: string;
  editedAt?: number;
}

/** A site whose questions are there as time goes by, asked for as the network API has it. */
function site(all: Asked[], now: () => number) {
  const sent: string[] = [];
  type Query = { order: 'asc' | 'desc'; fromdate?: number; page?: number; pagesize?: number };
  const page = (found: Asked[], { order, fromdate = 0, page: number = 1, pagesize = 30 }: Query): Page<Question> => {
    const sorted = found
      .filter(({ at, lag }) => at >= fromdate && at + lag <= now())
      .toSorted((a, b) => (order === 'asc' ? 1 : -1) * (a.at - b.at || a.id - b.id));
    const items = sorted.map(({ id, at, tag, editedAt }) => {
      const facts = { tags: [tag], owner: { user_id: id }, last_edit_date: editedAt };
      return Question.parse(questionOnWire(id, at * 1000, facts));
    });
    return { ...pageOf(items, number, pagesize), networkTime: now() * 1000 };
  };
  let failing = 0;
  const answer = (what: string, make: () => Page<Question>) => {
    sent.push(what);
    if (failing > 0 && --failing === 0) return Promise.reject(new NetworkError('timeout', 'No answer.'));
    return Promise.resolve(make());
  };
  const network = {
    questions: (query: Parameters<Network['questions']>[0]) => answer('all', () => page(all, query)),
    search(query: Parameters<Network['search']>[0]) {
      const tagged = all.filter(({ tag }) => query.tagged.includes(tag));
      return answer('search', () => page(tagged, query));
    },
  } as unknown as Network;
  return { network, sent, failAfter: (requests: number) => (failing = requests) };
}

const watch = (id: string, ...anyTags: string[]): StoredWatch => watchOf(id, 's', { anyTags });

/** A site at a time that the test moves, which somebody watches from then on. */
function watched() {
  const all: Asked[] = [];
  const time = { now: start };
  const { history, profile } = openProfile();
  const { network, ...asked } = site(all, () => time.now);
  const poll = (watches: StoredWatch[], idleFor: number, part: Partial<Poll> = {}) =>
    pollNewQuestions(
      pollAt(time.now * 1000, { network, history, profile, idleFor, rules: { ...ANNOUNCED, watches }, ...part }),
      's',
    );
  const told = () => announcedQuestions(profile).toSorted((a, b) => a - b);
  return { ...asked, network, all, time, profile, poll, told };
}

/** A day or two on a busy site: how many questions come between two polls, what the polls are like. */
const story = fc.array(
  fc.record({
    seconds: fc.integer({ min: 60, max: 7200 }),
    questions: fc.integer({ min: 0, max: 320 }),
    lag: fc.integer({ min: 0, max: 240 }),
    mayGoOn: fc.boolean(),
    /** The request that fails, if that many are sent. */
    fails: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 4 }),
    /** Watches from then on: the wild one cannot be searched for. */
    wild: fc.boolean(),
  }),
  { minLength: 2, maxLength: 8 },
);

describe('reading new questions', () => {
  it('announces each that matches exactly once, whatever the pages, failures and forms of request are', async () => {
    const forms = new Set<string>();
    await fc.assert(
      fc.asyncProperty(story, fc.integer(), async (steps, seed) => {
        const { all, time, sent, failAfter, profile, told, ...site } = watched();
        const plain = watch('plain', 'a', 'b');
        const wild = watch('wild', 'w*');
        const expected = new Set<number>();
        let wildSince: number | undefined;
        const poll = (idleFor: number, watches: StoredWatch[], mayGoOn: boolean) =>
          site.poll(watches, idleFor, { mayTakeAnotherPage: () => mayGoOn }).catch((error: unknown) => {
            if (!(error instanceof NetworkError)) throw error;
          });
        setWatchMark(profile, 'plain', { since: time.now * 1000, madeAt: 0 });
        await poll(0, [plain], true);
        for (const [index, step] of steps.entries()) {
          if (step.wild && wildSince === undefined) {
            wildSince = time.now;
            setWatchMark(profile, 'wild', { since: time.now * 1000, madeAt: 0 });
          }
          if (!step.wild) wildSince = undefined;
          for (let n = 0; n < step.questions; n++) {
            const tag = ['a', 'b', 'wx'][(n * 7 + index + Math.abs(seed)) % 8] ?? 'other';
            const at = time.now + 1 + ((n * 7919) % (step.seconds - 1));
            const id = all.length + 1;
            all.push({ id, at, tag, lag: n % 5 === 0 ? step.lag : 0 });
            if (tag === 'a' || tag === 'b' || (tag === 'wx' && step.wild)) expected.add(id);
          }
          time.now += step.seconds;
          if (step.fails !== null) failAfter(step.fails);
          await poll(step.seconds * 1000, step.wild ? [plain, wild] : [plain], step.mayGoOn);
          // A watch that is given up before its questions were read is told nothing of them.
          if (step.wild && steps[index + 1]?.wild === false)
            for (const one of all)
              if (one.tag === 'wx' && profile.questions.get('s', one.id)?.announced !== true) expected.delete(one.id);
        }
        // Then nothing happens for a while, and everything is caught up with.
        const last = steps.at(-1)!.wild ? [plain, wild] : [plain];
        for (let rest = 0; rest < 40; rest++) {
          time.now += 60;
          failAfter(0);
          await poll(60_000, last, true);
        }
        for (const what of sent) forms.add(what);
        expect(told()).toEqual([...expected]);
      }),
      { numRuns: propertyRuns(300) },
    );
    expect([...forms].toSorted()).toEqual(['all', 'search']);
  });

  it('takes no question for news that an edit of its tags brought into a search, and every one that is late', async () => {
    const { all, time, sent, profile, told, ...site } = watched();
    const poll = () => site.poll([watch('plain', 'a')], 600_000);
    const asks = (at: number, tag: string, lag = 0): Asked => {
      const asked: Asked = { id: all.length + 1, at, tag, lag };
      all.push(asked);
      return asked;
    };
    const tenMinutes = (before: () => void = () => undefined) => {
      for (let n = 0; n < 400; n++) asks(time.now + 1 + n, 'other');
      before();
      time.now += 600;
      return poll();
    };
    await poll();
    for (let n = 0; n < 4; n++) await tenMinutes();
    let [retagged, late, lateAndEdited]: Asked[] = [];
    await tenMinutes(() => {
      retagged = asks(time.now + 360, 'other');
      late = asks(time.now + 400, 'a', 240);
      lateAndEdited = asks(time.now + 570, 'a', 60);
      asks(time.now + 590, 'a');
    });
    expect(sent.slice(-2)).toEqual(['search', 'search']);
    Object.assign(retagged!, { tag: 'a', editedAt: time.now + 100 });
    lateAndEdited!.editedAt = time.now + 100;
    await tenMinutes();
    expect(told()).toEqual([late!.id, lateAndEdited!.id, lateAndEdited!.id + 1]);
    expect(profile.questions.get('s', retagged!.id)).toMatchObject({ watchIds: ['plain'], unread: false });
  });

  it.each(['a', 'other'])('announces what was asked between a watch and its first look (%s)', async (tag) => {
    const { all, time, sent, profile, told, ...site } = watched();
    for (let id = 1; id <= 50; id++) all.push({ id, at: start - 51 + id, lag: 0, tag: 'a' });
    setWatchMark(profile, 'plain', { since: start * 1000, madeAt: start * 1000 });
    // Another watch of another site is older, and no matter of this one.
    setWatchMark(profile, 'elsewhere', { since: 0, madeAt: 0 });
    for (let id = 51; id <= 400; id++)
      all.push({ id, at: start + (id - 50) * 10, lag: 0, tag: id % 5 === 0 ? 'a' : tag });
    time.now += 4000;
    const poll = () => site.poll([watch('plain', 'a'), { ...watch('elsewhere', 'b'), siteId: 'other' }], 60_000);
    for (let more = true; more; time.now += 60) ({ more } = await poll());
    expect(told()).toEqual(all.filter(({ at, tag: own }) => at >= start && own === 'a').map(({ id }) => id));
    expect(sent.length).toBeLessThanOrEqual(6);
    await poll();
    expect(sent.length).toBeLessThanOrEqual(7);
  });

  it('asks for one page where one holds what came, and for as many as it takes where it does not', async () => {
    const { all, time, sent, profile, ...site } = watched();
    const poll = (idleFor: number) => site.poll([watch('wild', '*')], idleFor);
    const asks = (count: number) => {
      for (let n = 0; n < count; n++) all.push({ id: all.length + 1, at: time.now + 1 + (n % 600), tag: 'x', lag: 0 });
      time.now += 601;
    };
    await poll(0);
    asks(99);
    expect(await poll(601_000)).toMatchObject({ more: false });
    expect(sent).toHaveLength(2);
    asks(190);
    expect(await poll(601_000)).toMatchObject({ more: false });
    expect(sent).toHaveLength(5);
    // More than fits one poll comes with the next.
    asks(1100);
    expect(await poll(601_000)).toMatchObject({ more: true });
    expect(sent).toHaveLength(15);
    expect(await poll(60_000)).toMatchObject({ more: false });
    const counts = profile.notifications.pending().map(({ count }) => count);
    expect(counts).toEqual([99, 190, expect.any(Number), expect.any(Number)]);
    expect(matchesOf(profile, 's')).toHaveLength(1389);
  });

  it('looks back on a busy site no further than questions may be late, from the moment of the answer', async () => {
    const { all, time, sent, network, ...site } = watched();
    all.push({ id: 1, at: start - 100, tag: 'x', lag: 0 });
    const from: (number | undefined)[] = [];
    const listening = {
      ...network,
      questions: (query: Parameters<Network['questions']>[0]) => (from.push(query.fromdate), network.questions(query)),
    };
    const poll = () =>
      site.poll([watch('wild', '*')], 60_000, { network: listening, overlap: 8, mayTakeAnotherPage: () => false });
    await poll();
    // One a second: the last one on the page is 21 s old when it is read, and 3 s.
    for (let n = 1; n <= 400; n++) all.push({ id: n + 1, at: start + n, tag: 'x', lag: 0 });
    for (const later of [120, 201, 300]) {
      time.now = start + later;
      expect(await poll()).toMatchObject({ more: true });
    }
    expect(from.map((date) => date && date - start)).toEqual([undefined, -108, 99, 193]);
    expect(sent).toHaveLength(4);
  });
});
