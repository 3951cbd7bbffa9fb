import { describe, expect, test } from 'vitest';
import { error, noon, site, startNetwork, token } from '../../../support/network.ts';

const network = await startNetwork();
const other = network.member(site, 1);
const question = network.ask({ title: 'Is "this" <mine> & yours?', tags: ['people-tests'], at: noon - 90 });
const answer = network.answer({
  userId: other,
  questionId: question,
  body: '<p>Yes, <b>it</b> is.</p>',
  at: noon - 80,
});
const comment = network.comment({ userId: other, postId: question, body: 'Which one?', at: noon - 70 });
network.vote({ userId: other, postId: question, at: noon - 60 });

describe('/me and /users', () => {
  test('/me is the user of the token on that site', async () => {
    const { body } = await network.mine('/me', { site });
    expect(body.items).toHaveLength(1);
    expect(body.items[0]).toMatchObject({
      user_id: network.member(site),
      account_id: network.account(),
      badge_counts: { bronze: expect.any(Number), silver: expect.any(Number), gold: expect.any(Number) },
      profile_image: `${network.apiBaseUrl}/avatars/${network.account()}.svg`,
    });
    expect((await fetch(String(body.items[0]?.['profile_image']))).headers.get('content-type')).toMatch(
      /^image\/svg\+xml/,
    );
  });

  test('/me on a site without an account is empty', async () => {
    network.world.db
      .exec(`INSERT INTO sites (id, api_site_parameter, name, site_url, audience, launch_date, link_color, tag_foreground_color,
      tag_background_color) VALUES (999, 'empty', 'Empty', 'https://empty.example', 'nobody', 1, '#000', '#000', '#fff')`);
    expect((await network.mine('/me', { site: 'empty' })).body).toMatchObject({ items: [], has_more: false });
  });

  test('/users/{ids} gives those users, in the order of reputation', async () => {
    const ids = [0, 1, 2].map((index) => network.member(site, index));
    const { body } = await network.get(`/users/${[...ids, 99_999_999].join(';')}`, { site });
    expect(body.items.map((item) => item['user_id']).toSorted()).toEqual(ids.toSorted());
    const reputations = body.items.map((item) => Number(item['reputation']));
    expect(reputations).toEqual(reputations.toSorted((a, b) => b - a));
  });

  test('/users takes inname, and min and max of the sort', async () => {
    const name = String(
      (await network.get(`/users/${network.member(site)}`, { site })).body.items[0]?.['display_name'],
    );
    const found = await network.get('/users', { site, inname: name.slice(1, 6).toUpperCase() });
    expect(found.body.items.map((item) => item['display_name'])).toContain(name);
    const rich = await network.get('/users', { site, min: 500, pagesize: 100 });
    expect(rich.body.items.every((item) => Number(item['reputation']) >= 500)).toBe(true);
  });
});

describe('/me/associated', () => {
  test('has every account of the person, and page and page_size as sent', async () => {
    const { body } = await network.mine('/me/associated', { page: 1, pagesize: 100 });
    expect(body).toMatchObject({ page: 1, page_size: 100, has_more: false });
    expect(body.items.length).toBeGreaterThanOrEqual(3);
    expect(new Set(body.items.map((item) => item['account_id']))).toEqual(new Set([network.account()]));
    const one = body.items.find((item) => item['site_url'] === 'https://loops.example');
    const me = (await network.mine('/me', { site })).body.items[0];
    expect(one).toMatchObject({
      user_id: network.member(site),
      reputation: me?.['reputation'],
      site_name: expect.any(String),
    });
  });

  test('types narrows to main sites', async () => {
    const all = (await network.mine('/me/associated')).body.items;
    const main = (await network.mine('/me/associated', { types: 'main_site' })).body.items;
    const both = (await network.mine('/me/associated', { types: 'main_site;meta_site' })).body.items;
    expect(main.length).toBeGreaterThan(0);
    expect(main.every((item) => !String(item['site_url']).includes('meta'))).toBe(true);
    expect(both).toEqual(all);
    expect((await network.mine('/me/associated', { types: 'side_site' })).body).toMatchObject(error(400, 'types'));
  });
});

describe('/me/inbox', () => {
  test('has what others did, newest first, from every site whichever is named', async () => {
    const { body } = await network.mine('/me/inbox', { site: 'beds', pagesize: 2 });
    expect(body.items).toMatchObject([
      { item_type: 'comment', comment_id: comment, question_id: question, creation_date: noon - 70, is_unread: true },
      { item_type: 'new_answer', answer_id: answer, question_id: question, creation_date: noon - 80, is_unread: true },
    ]);
    expect(body.items[0]).toMatchObject({
      title: 'Is &quot;this&quot; &lt;mine&gt; &amp; yours?',
      link: `${network.apiBaseUrl}/sites/loops/questions/${question}#comment-${comment}`,
      site: { api_site_parameter: 'loops', site_url: 'https://loops.example' },
    });
    expect(body.items[0]).not.toHaveProperty('body');
  });

  test('withbody adds an excerpt', async () => {
    const { body } = await network.mine('/me/inbox', { site, filter: 'withbody', pagesize: 1 });
    expect(body.items[0]?.['body']).toContain('Which one?');
  });
});

describe('/users/{id}/reputation', () => {
  test('tells each change with its post, newest first; /me/reputation is the same', async () => {
    const { body } = await network.get(`/users/${network.member(site)}/reputation`, { site, pagesize: 1 });
    expect(body.items).toEqual([
      {
        on_date: noon - 60,
        reputation_change: 10,
        user_id: network.member(site),
        post_id: question,
        post_type: 'question',
        vote_type: 'up_votes',
      },
    ]);
    expect((await network.mine('/me/reputation', { site, pagesize: 1 })).body.items).toEqual(body.items);
  });

  test('fromdate and todate bound the date of the change', async () => {
    const path = `/users/${network.member(site)}/reputation`;
    expect((await network.get(path, { site, fromdate: noon - 60, todate: noon - 60 })).body.items).toHaveLength(1);
    expect((await network.get(path, { site, fromdate: noon - 59 })).body.items).toHaveLength(0);
  });

  test('an unknown user has none; a word is no method', async () => {
    expect((await network.get('/users/99999999/reputation', { site })).body.items).toEqual([]);
    expect((await network.get('/users/somebody/reputation', { site })).body).toMatchObject(error(404));
  });
});

describe('tokens', () => {
  const inspect = (word: string) => network.get(`/access-tokens/${word}`);

  test('inspection tells account, scopes and expiry', async () => {
    expect((await inspect(token)).body.items).toEqual([
      { access_token: token, account_id: network.account(), scope: ['read_inbox', 'no_expiry'] },
    ]);
    expect((await inspect('no-such')).body.items).toEqual([]);
  });

  test('invalidate ends the token and gives it back', async () => {
    await network.control.grant({ token: 'to-end', accountId: network.account(1), scopes: ['read_inbox'] });
    const { body } = await network.get('/access-tokens/to-end/invalidate');
    expect(body.items).toMatchObject([{ access_token: 'to-end', expires_on_date: noon + 86_399 }]);
    expect((await network.mine('/me', { site, access_token: 'to-end' })).body).toMatchObject(error(402));
    expect((await network.mine('/me', { site })).status).toBe(200);
  });

  test('de-authenticate ends every token the app has for that person', async () => {
    for (const word of ['twin-1', 'twin-2'])
      await network.control.grant({ token: word, accountId: network.account(2), scopes: [] });
    await network.get('/apps/twin-1/de-authenticate');
    for (const word of ['twin-1', 'twin-2'])
      expect((await network.mine('/me', { site, access_token: word })).body).toMatchObject({ error_id: 402 });
    expect((await network.mine('/me', { site })).status).toBe(200);
  });

  test('no token is in the list of requests', async () => {
    await network.get('/access-tokens/very-secret-word/invalidate', { key: 'test-key' });
    await network.mine('/me', { site });
    const shown = JSON.stringify(network.requests);
    expect(shown).not.toContain('very-secret-word');
    expect(shown).not.toContain(token);
    expect(shown).not.toContain('test-key');
    expect(network.requests.at(-1)).toEqual({
      at: noon,
      method: 'GET',
      path: '/2.3/me',
      query: { key: '[redacted]', access_token: '[redacted]', site },
      status: 200,
    });
  });
});
