import { expect, test } from 'vitest';
import { key, noon, site, startNetwork, token } from '../support/network.ts';
import { everything } from '../support/rows.ts';

const network = await startNetwork({
  cache: true,
  grants: [{ token: 'from the start', accountId: 1, scopes: ['read_inbox'] }],
});

test('reset puts the world, the tokens, the clock, the quota and everything planned back to the start', async () => {
  await network.control.reset();
  const before = everything(network.world);
  const first = await network.get('/questions', { site });

  const { act } = network.control;
  const asking = { site, userId: network.member(site), title: "It's \u0001 “quoted”", body: '<p>\'";--</p>' };
  const questionId = await act('ask', { ...asking, tags: ['new-tag'] });
  const answering = { site, userId: network.member(site, 1), questionId, body: '<p>!</p>' };
  const answerId = await act('answer', answering);
  await act('accept', { site, answerId });
  await act('vote', { site, userId: network.member(site, 2), postId: answerId, direction: 'up' });
  await act('remove', { site, postId: Number(first.body.items[0]?.['question_id']) });
  await network.control.grant({ token: 'later', accountId: 1, scopes: [] });
  await network.control.grant({ token: 'from the start', accountId: 2, scopes: [] });
  await network.control.revoke();
  await network.control.advance(100_000);
  await network.control.setQuota(3);
  await network.control.fault({ kind: 'drop', times: 9 });
  await network.control.backoff({ seconds: 9, times: 9 });
  expect(everything(network.world)).not.toEqual(before);

  await network.control.reset();
  expect(everything(network.world)).toEqual(before);
  expect(network.clock.now()).toBe(noon);
  expect(await network.control.requests()).toEqual([]);
  expect((await network.get('/questions', { site })).body).toEqual(first.body);
  expect((await network.get('/inbox', { site, key, access_token: 'from the start' })).status).toBe(200);
  expect((await network.get('/me', { site, key, access_token: token })).body).toMatchObject({ error_id: 402 });
});

test('a lively network goes on living', async () => {
  const lively = await startNetwork({ speed: 1, cache: false });
  await lively.control.advance(7200);
  await lively.control.reset();
  expect(lively.clock.now()).toBe(noon);
  expect((await lively.get('/sites')).status).toBe(200);
  await lively.close();
});
