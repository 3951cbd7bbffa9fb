import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noon, site, startNetwork } from '../../support/network.ts';
import { propertyRuns } from '../../../support/property-runs.ts';

const network = await startNetwork({ cache: false });

const ask = async (path: string, query: Record<string, string | number> = {}, encoding = 'gzip') => {
  const search = new URLSearchParams({ site });
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  const headers = { 'accept-encoding': encoding };
  const response = await network.fetch(`/2.3${path}?${search.toString()}`, { headers });
  return (await response.json()) as { items: Record<string, unknown>[]; has_more: boolean };
};

/** A list without bodies. With them nothing is ready, and everything else is the same. */
async function list(query: Record<string, string | number>, encoding?: string) {
  const { items, has_more } = await ask('/questions', query, encoding);
  return { items: items.map(({ body: _body, ...others }) => others), has_more };
}

test('lists made of ready rows are what reading the rows gives, for any list of questions', async () => {
  const tags = (await ask('/tags', { pagesize: 20 })).items.map((tag) => String(tag['name']));
  const asked = fc.record(
    {
      tagged: fc.uniqueArray(fc.constantFrom(...tags), { minLength: 1, maxLength: 2 }).map((names) => names.join(';')),
      sort: fc.constantFrom('activity', 'votes', 'creation'),
      order: fc.constantFrom('asc', 'desc'),
      page: fc.integer({ min: 1, max: 3 }),
      pagesize: fc.integer({ min: 0, max: 50 }),
      min: fc.nat(2),
      max: fc.integer({ min: 1_700_000_000, max: noon }),
      fromdate: fc.integer({ min: 1_700_000_000, max: noon }),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(asked, fc.constantFrom('gzip', 'deflate', 'identity'), async (query, encoding) => {
      expect(await list(query, encoding)).toEqual(await list({ ...query, filter: 'withbody' }));
    }),
    { numRuns: propertyRuns(60) },
  );
});

test('lists made of ready rows are right for a whole site, which needs more room than there is at first', async () => {
  for (const page of [1, 2, 3, 4, 5, 6, 1]) {
    const query = { sort: 'hot', pagesize: 100, page };
    expect(await list(query)).toEqual(await list({ ...query, filter: 'withbody' }));
  }
});

test('lists made of ready rows show every change at once', async () => {
  const [question] = (await ask('/questions', { tagged: 'git', pagesize: 1 })).items;
  const questionId = Number(question?.['question_id']);
  const shown = async () => (await ask(`/questions/${questionId}`)).items[0];
  const before = await shown();
  const owner = before?.['owner'] as { user_id: number; reputation: number };
  const { actions, db } = network.world;
  const voterId = network.member(site, 0) === owner.user_id ? network.member(site, 1) : network.member(site, 0);
  network.vote({ userId: voterId, postId: questionId });
  const after = await shown();
  expect(after?.['score']).toBe(Number(before?.['score']) + 1);
  expect(after?.['owner']).toMatchObject({ reputation: owner.reputation + 10 });
  const answered = network.answer({ userId: voterId, questionId, body: '<p>So.</p>' });
  expect((await shown())?.['answer_count']).toBe(Number(before?.['answer_count']) + 1);
  actions.remove({ site, postId: answered });
  expect((await shown())?.['answer_count']).toBe(before?.['answer_count']);
  db.prepare("UPDATE users SET display_name = 'Q & A' WHERE id = ?").run(owner.user_id);
  expect((await shown())?.['owner']).toMatchObject({ display_name: 'Q &amp; A' });
  actions.remove({ site, postId: questionId });
  expect(await network.list('/questions?tagged=git&pagesize=100')).not.toContain(questionId);
});

test('lists made of ready rows show a bounty until it closes', async () => {
  const userId = network.value('SELECT id FROM users WHERE site_id = 1 ORDER BY reputation DESC LIMIT 1');
  const [question] = (await ask('/questions', { pagesize: 1, tagged: 'git', sort: 'creation' })).items;
  const questionId = Number(question?.['question_id']);
  network.world.actions.bounty({ site, userId, questionId, amount: 50 });
  const shown = async () => (await ask(`/questions/${questionId}`)).items[0];
  expect(await shown()).toMatchObject({ bounty_amount: 50 });
  await network.control.advance(8 * 86_400);
  expect(await shown()).not.toHaveProperty('bounty_amount');
});
