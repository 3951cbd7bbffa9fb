import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { InboxEntry } from '../../../common/contract/contract.ts';
import type { AgentClient } from '../../../renderer/agent/connection/bridge.ts';
import { invalidateList } from '../../../renderer/agent/queries.ts';
import { putNewerAbove } from '../../../renderer/feed/feed-queries.ts';

interface Page {
  entries: InboxEntry[];
  hasMore: boolean;
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const entry = (place: number) => ({ key: `item-${place}`, place }) as InboxEntry;
const page = (...places: number[]): Page => ({ entries: places.map(entry), hasMore: true });

/** An inbox whose first page is listed, and whose next answers come when the test says so. */
async function listed(newer: Page) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const answers: ((answer: Page) => void)[] = [];
  const list = new InfiniteQueryObserver(queries, {
    queryKey: ['inbox', 'list', {}],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ signal: _cancelled }) => new Promise<Page>((resolve) => answers.push(resolve)),
    getNextPageParam: () => 1,
  });
  list.subscribe(() => undefined);
  const answer = async (of: Page) => {
    answers.shift()!(of);
    await turn();
  };
  await answer(page(3, 2));
  const client = { inbox: { list: async () => newer } } as unknown as AgentClient;
  const places = () => list.getCurrentResult().data?.pages.map(({ entries }) => entries.map(({ place }) => place));
  return { queries, list, answer, places, put: () => putNewerAbove(queries, client) };
}

it('puts newer items above a list that is being fetched, and an answer from before them does not take them away', async () => {
  const { queries, answer, places, put } = await listed({ entries: [entry(4)], hasMore: false });
  void queries.invalidateQueries({ queryKey: ['inbox'] });
  await put();
  expect(places()).toEqual([[4, 3, 2]]);
  await answer(page(3, 2));
  expect(places()).toEqual([[4, 3, 2]]);
});

it('is not taken for the list that somebody waits for after a change: that is fetched again first', async () => {
  const { queries, answer, places, put } = await listed({ entries: [entry(4)], hasMore: false });
  let isShown = false;
  // Two changes at once: neither may have the other wait for ever.
  const shown = Promise.all([invalidateList(queries, 'inbox'), invalidateList(queries, 'inbox')]);
  void shown.then(() => (isShown = true));
  await put();
  await turn();
  expect([places(), isShown]).toEqual([[[4, 3, 2]], false]);
  // The first two answers belong to fetches that were dropped.
  await answer(page(3, 2));
  await answer(page(3, 2));
  expect(isShown).toBe(false);
  await answer(page(4, 2));
  await shown;
  expect(places()).toEqual([[4, 2]]);
});

it('leaves alone a list whose next page is being fetched until that is there, and one that nothing is newer than', async () => {
  const scrolled = await listed({ entries: [entry(4)], hasMore: false });
  void scrolled.list.fetchNextPage();
  await scrolled.put();
  await scrolled.answer(page(1, 0));
  expect(scrolled.places()).toEqual([
    [3, 2],
    [1, 0],
  ]);
  await scrolled.put();
  expect(scrolled.places()).toEqual([
    [4, 3, 2],
    [1, 0],
  ]);
  const still = await listed({ entries: [], hasMore: false });
  void still.queries.invalidateQueries({ queryKey: ['inbox'] });
  await still.put();
  await still.answer(page(5, 3));
  expect(still.places()).toEqual([[5, 3]]);
});
