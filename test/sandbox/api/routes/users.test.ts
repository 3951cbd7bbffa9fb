import { expect, test } from 'vitest';
import { error, key, noon, site, startNetwork, token } from '../../support/network.ts';

const network = await startNetwork();
const [me, other] = [network.member(site), network.member(site, 1)];
const question = network.ask({ title: `Is "this" <mine> & it's yours?`, tags: ['people-tests'], at: noon - 90 });
const answer = network.answer({ questionId: question, body: '<p>Yes, <b>it</b> is.</p>', at: noon - 80 });
const comment = network.comment({ postId: question, body: 'Which one?', at: noon - 70 });
network.vote({ userId: other, postId: question, at: noon - 60 });

test('/me is the user of the token on that site, if there is one', async () => {
  const [user, ...more] = await network.items('/me');
  expect(more).toEqual([]);
  expect(user).toMatchObject({
    user_id: me,
    account_id: network.account(),
    profile_image: `${network.apiBaseUrl}/avatars/${network.account()}.svg`,
  });
  network.world.db.exec(`INSERT INTO sites (id, api_site_parameter, name, site_url, audience, launch_date, link_color,
      tag_foreground_color, tag_background_color) VALUES (999, 'empty', 'Empty', 'https://empty.example', 'nobody', 1, '#000', '#000', '#fff')`);
  expect((await network.mine('/me', { site: 'empty' })).body).toMatchObject({ items: [], has_more: false });
});

test('/users/{ids} gives those users, /users whose name has what is sent', async () => {
  const name = String((await network.items(`/users/${me}`))[0]?.['display_name']);
  expect((await network.list(`/users/${other};99999999;${me}`)).toSorted()).toEqual([me, other].toSorted());
  expect(await network.list('/users', { inname: name.slice(1, 6).toUpperCase() })).toContain(me);
});

test('/me/associated has every account of the person, and page and page_size as sent', async () => {
  const { body } = await network.mine('/me/associated', { page: 1, pagesize: 100 });
  expect(body).toMatchObject({ page: 1, page_size: 100, has_more: false });
  expect(body.items.length).toBeGreaterThanOrEqual(3);
  expect(new Set(body.items.map((item) => item['account_id']))).toEqual(new Set([network.account()]));
  const one = body.items.find((item) => item['site_url'] === 'https://loops.example');
  const reputation = (await network.items('/me'))[0]?.['reputation'];
  expect(one).toMatchObject({ user_id: me, reputation, site_name: expect.any(String) });
  const all = await network.mine('/me/associated?types=main_site;meta_site');
  expect(all.body.items).toHaveLength(body.items.length);
  const main = (await network.mine('/me/associated?types=main_site')).body.items;
  expect(main).toEqual(body.items.filter((item) => !String(item['site_url']).includes('meta')));
});

test('/me/inbox has what others did, newest first, from every site whichever is named', async () => {
  const items = await network.items('/me/inbox?site=beds&pagesize=2');
  expect(items).toMatchObject([
    {
      item_type: 'comment',
      comment_id: comment,
      question_id: question,
      creation_date: noon - 70,
      is_unread: true,
      title: 'Is &quot;this&quot; &lt;mine&gt; &amp; it&#39;s yours?',
      link: `${network.apiBaseUrl}/sites/loops/questions/${question}#comment-${comment}`,
      site: { api_site_parameter: 'loops', site_url: 'https://loops.example' },
    },
    { item_type: 'new_answer', answer_id: answer, question_id: question, creation_date: noon - 80, is_unread: true },
  ]);
  expect(items[0]).not.toHaveProperty('body');
  const [excerpt] = await network.items('/me/inbox?filter=withbody&pagesize=1');
  expect(excerpt?.['body']).toContain('Which one?');
});

test('addresses can stand in HTML, whatever a dump has', async () => {
  const set = network.world.db.prepare('UPDATE users SET profile_image = ? WHERE site_id = 1 AND id = ?');
  set.run(`https://pictures.example/a'b?s=128&d=x"><script>alert(1)</script> y`, me);
  const image = 'https://pictures.example/a%27b?s=128&d=x%22%3E%3Cscript%3Ealert(1)%3C/script%3E%20y';
  expect((await network.items(`/questions/${question}`))[0]?.['owner']).toHaveProperty('profile_image', image);
  expect((await network.items(`/users/${me}`))[0]).toHaveProperty('profile_image', image);
});

test('/users/{id}/reputation tells each change with its post, newest first', async () => {
  const change = { on_date: noon - 60, reputation_change: 10, vote_type: 'up_votes' };
  expect(await network.items(`/users/${me}/reputation?pagesize=1`)).toEqual([
    { ...change, user_id: me, post_id: question, post_type: 'question' },
  ]);
  expect(await network.items('/users/99999999/reputation')).toEqual([]);
});

test('invalidate ends the token and gives it back; de-authenticate ends every token the app has for that person; none is in the list of requests', async () => {
  const me = async (access_token: string) => (await network.mine('/me', { site, access_token })).body;
  await network.control.grant({ token: 'to-end', accountId: network.account(1), scopes: ['read_inbox'] });
  const { body } = await network.get('/access-tokens/to-end/invalidate');
  expect(body.items).toMatchObject([{ access_token: 'to-end', expires_on_date: noon + 86_399 }]);
  const twins = ['twin-1', 'twin-2'];
  for (const word of twins) await network.control.grant({ token: word, accountId: network.account(2), scopes: [] });
  await network.get('/apps/twin-1/de-authenticate');
  for (const word of ['to-end', ...twins]) expect(await me(word)).toMatchObject(error(402));
  expect(await me(token)).toHaveProperty('items');
  for (const secret of ['to-end', 'twin-1', token, key]) expect(JSON.stringify(network.requests)).not.toContain(secret);
});
