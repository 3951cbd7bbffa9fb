import { describe, expect, test } from 'vitest';
import { key, noon, site, startNetwork, token } from '../support/network.ts';

const network = await startNetwork({
  cache: true,
  grants: [{ token: 'from the start', accountId: 1, scopes: ['read_inbox'] }],
});

/** Everything in the database, table by table. */
function everything(): Record<string, unknown[]> {
  const { db } = network.world;
  const tables = db
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'")
    .all();
  return Object.fromEntries(
    tables.map(({ name }) => {
      const rows = db
        .prepare(`SELECT * FROM "${String(name)}"`)
        .all()
        .map((row) => JSON.stringify(row));
      return [String(name), rows.toSorted()];
    }),
  );
}

describe('reset', () => {
  test('puts the world, the tokens, the clock, the quota and everything planned back to the start', async () => {
    await network.control.reset();
    const before = everything();
    const first = await network.get('/questions', { site });

    const questionId = await network.control.act('ask', {
      site,
      userId: network.member(site),
      title: "It's \u0001 “quoted”",
      body: '<p>\'";--</p>',
      tags: ['new-tag'],
    });
    const answerId = await network.control.act('answer', {
      site,
      userId: network.member(site, 1),
      questionId,
      body: '<p>!</p>',
    });
    await network.control.act('accept', { site, answerId });
    await network.control.act('vote', { site, userId: network.member(site, 2), postId: answerId, direction: 'up' });
    await network.control.act('remove', { site, postId: Number(first.body.items[0]?.['question_id']) });
    await network.control.grant({ token: 'later', accountId: 1, scopes: [] });
    await network.control.grant({ token: 'from the start', accountId: 2, scopes: [] });
    await network.control.revoke();
    await network.control.advance(100_000);
    await network.control.setQuota(3);
    await network.control.fault({ kind: 'drop', times: 9 });
    await network.control.backoff({ seconds: 9, times: 9 });
    expect(everything()).not.toEqual(before);

    await network.control.reset();
    expect(everything()).toEqual(before);
    expect(network.clock.now()).toBe(noon);
    expect(await network.control.requests()).toEqual([]);
    expect((await network.get('/questions', { site })).body).toEqual(first.body);
    expect((await network.get('/inbox', { site, key, access_token: 'from the start' })).status).toBe(200);
    expect((await network.get('/me', { site, key, access_token: token })).body).toMatchObject({ error_id: 402 });
  });

  test('can be done again and again, and the same happens the same way', async () => {
    const ids: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      ids.push(
        await network.control.act('ask', {
          site,
          userId: network.member(site),
          title: 'Again',
          body: '<p>?</p>',
          tags: ['git'],
        }),
      );
      expect((await network.get('/questions', { site, sort: 'creation' })).body.items[0]?.['question_id']).toBe(
        ids[round],
      );
      await network.control.reset();
    }
    expect(new Set(ids).size).toBe(1);
  });

  test('a lively network goes on living', async () => {
    const lively = await startNetwork({ speed: 1, cache: false });
    await lively.control.advance(7200);
    await lively.control.reset();
    expect(lively.clock.now()).toBe(noon);
    expect((await lively.get('/sites')).status).toBe(200);
    await lively.close();
  });
});
