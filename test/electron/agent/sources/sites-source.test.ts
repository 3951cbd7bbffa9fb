import { expect, it } from 'vitest';
import { NetworkUser } from '../../../../common/resources.ts';
import { accountFacts } from '../../../../electron/agent/sources/sites-source.ts';
import { accountOnWire, schedulerOverClient } from '../scheduler/scheduler/scheduler-over-client.ts';

const hour = 3600_000;
const account = (user: number) => accountOnWire(user, `s${user}`);
const PAGES: Record<string, object[]> = { 1: [account(1), account(2)], 2: [account(3)], 3: [account(4)] };

// Ordinary pages in an order that is not documented: docs/api.md, "Paging".
it.each([undefined, 30])('reads all pages of accounts, with a pause of %s s after each', async (backoff) => {
  let pages = 3;
  const world = schedulerOverClient({
    answer: (path, _times, query) => {
      if (path !== '/me/associated') return {};
      const page = Number(query.get('page') ?? 1);
      return { items: PAGES[page] ?? [], hasMore: page < pages, backoff };
    },
  });
  const users = () => world.profile.reputation.accounts().map(({ userId }) => userId);
  await world.clock.advance(hour);
  expect(users().toSorted()).toEqual([1, 2, 3, 4]);
  // An account that is gone goes only when the whole list was read.
  pages = 2;
  await world.clock.advance(6 * hour);
  expect(users().toSorted()).toEqual(backoff === undefined ? [1, 2, 3] : [1, 2, 3, 4]);
});

const sites = [
  { id: 'loops', name: 'Loops', siteUrl: 'https://loops.example', iconUrl: 'https://loops.example/i.svg' },
  { id: 'garden', name: 'Garden', siteUrl: 'https://garden.example' },
];

it('names the site of an account by its address', () => {
  const account = NetworkUser.parse({ ...accountOnWire(2, 'loops'), site_url: 'https://loops.example/' });
  expect(accountFacts([account], sites)).toMatchObject([{ site: { id: 'loops' }, userId: 2, reputation: 2 }]);
  expect(accountFacts([{ ...account, site_url: 'https://new.example' }], sites)[0]?.site.id).toBe('new.example');
});
