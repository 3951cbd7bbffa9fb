import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { listRefresh } from '../../../renderer/agent/list-refresh.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Lists whose answers come when the test says so. `asked` has what was asked for, in order. */
function lists(...names: string[]) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const asked: string[] = [];
  const cancelled: string[] = [];
  const waiting: { name: string; answer: () => void }[] = [];
  for (const name of names) {
    new QueryObserver(queries, {
      queryKey: name.split('/'),
      initialData: 'before',
      queryFn: ({ signal }) => {
        asked.push(name);
        signal.addEventListener('abort', () => cancelled.push(name));
        return new Promise<string>((resolve) => {
          waiting.push({ name, answer: () => resolve(`answer ${asked.length}`) });
        });
      },
    }).subscribe(() => undefined);
  }
  /** Answers what is waited for, and lets the consequences happen. */
  const answer = async (...expected: string[]) => {
    const now = waiting.splice(0);
    expect(now.map(({ name }) => name)).toEqual(expected);
    for (const one of now) one.answer();
    await turn();
  };
  return { queries, asked, cancelled, answer };
}

const nothingNewer = () => Promise.resolve();

describe('the lists that the agent says have changed', () => {
  it('show what is newer before all of them is asked for, and are asked for also where that fails', async () => {
    const { queries, asked, answer } = lists('inbox/counts', 'inbox/list');
    let found: () => void = () => undefined;
    let refuse: (error: Error) => void = () => undefined;
    const refresh = listRefresh(
      queries,
      () =>
        new Promise<void>((resolve, reject) => {
          [found, refuse] = [resolve, reject];
        }),
    );
    const done = refresh('inbox');
    await turn();
    expect(asked).toEqual([]);
    found();
    await expect.poll(() => asked).toEqual(['inbox/counts', 'inbox/list']);
    await answer('inbox/counts', 'inbox/list');
    await done;
    void refresh('inbox');
    refuse(new Error('There is no connection.'));
    await expect.poll(() => asked).toHaveLength(4);
    await answer('inbox/counts', 'inbox/list');
  });

  it('are not taken back while they are under way, but asked for once more, however often they have changed', async () => {
    const { queries, asked, cancelled, answer } = lists('inbox/list', 'watches');
    const refresh = listRefresh(queries, nothingNewer);
    const done = refresh('inbox');
    const others = [refresh('inbox'), refresh('inbox'), refresh('inbox')];
    void refresh('watches');
    await expect.poll(() => asked).toEqual(['watches', 'inbox/list']);
    await answer('watches', 'inbox/list');
    await expect.poll(() => asked.slice(2)).toEqual(['inbox/list']);
    await answer('inbox/list');
    await Promise.all([done, ...others]);
    expect(asked).toHaveLength(3);
    expect(cancelled).toEqual([]);
    void refresh('inbox');
    await expect.poll(() => asked).toHaveLength(4);
    await answer('inbox/list');
  });
});
