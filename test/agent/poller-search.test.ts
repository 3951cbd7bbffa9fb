import { expect, it } from 'vitest';
import { createPoller, type Poller } from '../../electron/agent/poller.ts';
import type { Network, Page } from '../../electron/api/network.ts';
import { NetworkUser, Question } from '../../electron/api/resources.ts';
import { WatchRule } from '../../electron/contract.ts';
import { silentLog } from '../../electron/log.ts';
import { openHistory } from '../../electron/store/history.ts';
import { openSettings } from '../../electron/store/settings.ts';
import { createManualClock } from '../support/manual-clock.ts';

const hour = 3600_000;

/** A poller for two days at a site with 2,000 questions an hour, of which every 200th carries the tag that is watched. */
async function twoDays(rule: object) {
  const clock = createManualClock();
  const start = clock.now();
  const every = hour / 2000;
  let poller: Poller | undefined;
  let remaining = 300;
  const asked = { all: 0, search: 0 };
  const answer = <T>(items: T[], hasMore = false): Promise<Page<T>> => {
    poller!.sent();
    remaining -= 1;
    const page = { items, hasMore, broken: 0, repeated: false, quota: { max: 300, remaining }, networkTime: clock.now() };
    poller!.answered({ at: clock.now(), quota: page.quota, networkTime: clock.now() });
    return Promise.resolve(page);
  };
  const tagged = (n: number) => (n % 200 === 0 ? 'wanted' : 'other');
  const questions = (wanted: boolean, { order, fromdate = 0 }: { order: 'asc' | 'desc'; fromdate?: number }) => {
    const newest = Math.floor((clock.now() - start) / every);
    const found: number[] = [];
    const first = Math.max(-20_000, Math.ceil((fromdate * 1000 - start) / every));
    for (let n = order === 'asc' ? first : newest; n >= first && n <= newest && found.length < 101; n += order === 'asc' ? 1 : -1) if (!wanted || tagged(n) === 'wanted') found.push(n);
    const items = found.slice(0, 100).map((n) => Question.parse({ question_id: n + 30_000, creation_date: (start + n * every) / 1000, title: `Q${n}`, tags: [tagged(n)] }));
    return answer(items, found.length > 100);
  };
  const network = {
    questions: (query: Parameters<Network['questions']>[0]) => {
      asked.all += 1;
      return questions(false, query);
    },
    search: (query: Parameters<Network['search']>[0]) => {
      asked.search += 1;
      return questions(true, query);
    },
    sites: () => answer([]),
    associated: () => answer([NetworkUser.parse({ account_id: 1, user_id: 1, site_url: 'https://s.example', reputation: 1 })]),
    inbox: () => answer([]),
    reputation: () => answer([]),
  } as unknown as Network;
  const history = openHistory(':memory:');
  const profile = history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' });
  const watch = { id: 'w', networkId: 'demo', siteId: 's', siteName: 'S', rule: WatchRule.parse(rule), alert: 'sound', muted: false };
  const settings = openSettings({ path: '', store: { watches: [watch] } });
  poller = createPoller({ network, networkId: 'demo', alreadySent: 0, networkName: 'Demo', history, profile, settings, clock, random: () => 0.5, log: silentLog, onRecorded: () => undefined, onChange: () => undefined });
  poller.start();
  await clock.advance(24 * hour);
  remaining = 300;
  const before = { ...asked };
  await clock.advance(24 * hour);
  await poller.stop();
  const told = profile.notices.pending().flatMap(({ subjects }) => subjects);
  const unique = new Set(told.map((subject) => JSON.stringify(subject)));
  history.close();
  return { all: asked.all - before.all, search: asked.search - before.search, told: told.length, unique: unique.size, remaining };
}

it('asks a busy site by a search where its pages would fill faster than its news are worth', { timeout: 60_000 }, async () => {
  const searched = await twoDays({ anyTags: ['wanted'] });
  expect(searched.search).toBeGreaterThan(10);
  expect(searched.all).toBeLessThan(searched.search / 4);
  expect(searched.unique).toBe(searched.told);
  // Two days bring 480; what was asked since the last poll may be out.
  expect(searched.told).toBeGreaterThan(440);
  expect(searched.remaining).toBeGreaterThanOrEqual(0);

  const wild = await twoDays({ anyTags: ['want*'] });
  expect(wild.search).toBe(0);
  expect(wild.unique).toBe(wild.told);
  // 960 pages came, and 300 requests cannot read them: less is told, nothing twice, and the quota holds.
  expect(wild.told).toBeLessThan(searched.told);
  expect(wild.remaining).toBeGreaterThanOrEqual(0);
});
