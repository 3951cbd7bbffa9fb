import { expect, test } from 'vitest';
import { noon, site, startNetwork, token } from '../../support/network.ts';

const network = await startNetwork();
const { db, actions } = network.world;
await network.control.grant({ token, accountId: network.account(), scopes: ['private_info'] });
const [me, other] = [network.member(site), network.member(site, 1)];

const body = '<p>a <i>pair</i></p>';
const plain = network.ask({ userId: other, title: 'Plum and quince', body, tags: ['plum', 'quince'] });
const plum = network.ask({ userId: other, title: 'Plum alone', tags: ['plum'], at: noon - 10 });
const solved = network.ask({ userId: other, title: 'Pear answered', tags: ['pear'], at: noon - 20 });
const pearl = `${'Words before. '.repeat(40)}Then a pearl of fruit &amp; more. ${'Words after. '.repeat(40)}`;
const answer = network.answer({ userId: me, questionId: solved, body: `<p>${pearl}</p>`, at: noon - 5 });
network.vote({ userId: other, postId: answer });
network.vote({ userId: me, postId: plum });

test('/questions/unanswered/my-tags are those with watched tags, without answered ones and those of ignored tags', async () => {
  db.exec(`DELETE FROM tag_preferences WHERE site_id = 1 AND user_id = ${me}`);
  const watch = (tag: string, isIgnored = 0) =>
    db.exec(`INSERT INTO tag_preferences VALUES (1, ${me}, '${tag}', ${isIgnored})`);
  expect(await network.list('/questions/unanswered/my-tags')).toEqual([]);
  watch('pear');
  expect(await network.list('/questions/unanswered/my-tags')).toEqual([]);
  watch('quince', 1);
  watch('plum');
  expect(await network.list('/questions/unanswered/my-tags')).toEqual([plain, plum]);
  expect(await network.list('/questions/unanswered/my-tags', { sort: 'votes' })).toEqual([plum, plain]);
  const preferences = await network.items('/me/tag-preferences');
  const told = preferences.map((item) => `${String(item['tag_name'])} ${String(item['tag_preference_type'])}`);
  expect(told).toEqual(['pear favorite_tag', 'plum favorite_tag', 'quince ignored_tag']);
});

test.each([
  ['top-answer-tags', me, ['pear']],
  ['top-question-tags', other, ['plum', 'quince', 'pear']],
  ['top-tags', other, ['plum', 'quince', 'pear']],
])('/users/{id}/%s of %d name the tags by what posts there are worth', async (path, user, expected) => {
  const tags = ['plum', 'quince', 'pear'];
  const items = await network.items(`/users/${user}/${path}`, { pagesize: 100 });
  const score = ({ answer_score: answers, question_score: questions }: Record<string, unknown>) =>
    (path === 'top-question-tags' ? 0 : Number(answers)) + (path === 'top-answer-tags' ? 0 : Number(questions));
  const scores = items.map(score);
  expect(scores).toEqual(scores.toSorted((one, another) => another - one));
  db.exec(`DELETE FROM tag_users WHERE site_id = 1 AND user_id = ${user} AND tag_id NOT IN
    (SELECT id FROM tags WHERE site_id = 1 AND name IN ('${tags.join("','")}'))`);
  const left = await network.items(`/users/${user}/${path}`);
  expect(left.map((item) => item['tag_name'])).toEqual(expected);
  expect(left[0]).toMatchObject(
    path === 'top-answer-tags' ? { answer_score: 1, answer_count: 1 } : { question_count: 2 },
  );
});

test('/users/{id}/tags/{tags}/top-questions and top-answers are of questions with all of the tags', async () => {
  const top = (of: number, tags: string, what: string) => network.list(`/users/${of}/tags/${tags}/top-${what}`);
  expect(await top(other, 'plum', 'questions')).toEqual([plain, plum]);
  expect(await top(other, 'plum;quince', 'questions')).toEqual([plain]);
  expect(await top(other, 'plum;unheard', 'questions')).toEqual([]);
  expect(await top(me, 'pear', 'answers')).toEqual([answer]);
  expect(await top(other, 'pear', 'answers')).toEqual([]);
});

test('/tags/{tags}/faq are answered questions, the one that others link to most first', async () => {
  const second = network.ask({ userId: other, title: 'Pear linked', tags: ['pear'], at: noon - 30 });
  network.vote({ userId: me, postId: network.answer({ userId: other, questionId: second }), at: noon });
  network.ask({ userId: other, title: 'Pear open', tags: ['pear'] });
  db.exec(`INSERT INTO post_links VALUES (1, 1000001, ${plum}, ${second}, 1, ${noon})`);
  expect(await network.list('/tags/pear/faq')).toEqual([second, solved]);
  expect(await network.list('/tags/pear;plum/faq')).toEqual([]);
});

test('synonyms and wikis are of the tags that they lead to', async () => {
  const [synonym = {}] = await network.items('/tags/synonyms', { sort: 'applied' });
  const to = String(synonym['to_tag']);
  const all = await network.items('/tags/synonyms', { pagesize: 100 });
  expect(await network.items(`/tags/${encodeURIComponent(to)};plum/synonyms`)).toEqual(
    all.filter((item) => item['to_tag'] === to),
  );
  expect(await network.items('/tags/plum/synonyms')).toEqual([]);
  const filter = await network.filter({ include: 'tag_wiki.body;tag_wiki.last_body_editor' });
  const [wiki] = await network.items('/tags/git;plum/wikis', { filter });
  expect(wiki).toMatchObject({ tag_name: 'git', excerpt: expect.stringMatching(/^For questions about git/) });
  expect(wiki).toMatchObject({
    body: expect.stringMatching(/^<p>/),
    last_body_editor: { user_id: expect.any(Number) },
  });
  expect(await network.items('/tags/plum/wikis')).toEqual([]);
});

test('who may not comment everywhere may not add comments', async () => {
  const of = async (reputation: number) => {
    db.exec(`UPDATE users SET reputation = ${reputation} WHERE site_id = 1 AND id = ${other}`);
    const items = await network.items(`/users/${other}/write-permissions`);
    return items.map((item) => `${String(item['object_type'])} ${String(item['can_add'])}`);
  };
  expect(await of(49)).toEqual(['answer true', 'comment false', 'question true']);
  expect(await of(50)).toEqual(['answer true', 'comment true', 'question true']);
  expect(await network.items('/users/999999/write-permissions')).toEqual([]);
});

test.each([
  [{ q: 'pearl' }, [['answer', answer, solved]]],
  [{ q: 'pearl', tagged: 'plum' }, []],
  [{ q: 'pearl', nottagged: 'pear' }, []],
  [{ q: 'pearl', user: other }, []],
  [{ q: 'pearl', answers: 2 }, []],
  [{ title: 'plum alone' }, [['question', undefined, plum]]],
  [{ body: 'pair', tagged: 'quince' }, [['question', undefined, plain]]],
  [
    { tagged: 'plum' },
    [
      ['question', undefined, plain],
      ['question', undefined, plum],
    ],
  ],
])('/search/excerpts %j finds %j', async (parameters, expected) => {
  const items = await network.items('/search/excerpts', parameters);
  expect(items.map((item) => [item['item_type'], item['answer_id'], item['question_id']])).toEqual(expected);
});

test('an excerpt is the part around what was looked for, safe and marked', async () => {
  const [found] = await network.items('/search/excerpts', { q: 'pearl', sort: 'relevance' });
  const excerpt = String(found?.['excerpt']);
  expect(excerpt).toContain('Then a <span class="highlight">pearl</span> of fruit &amp; more.');
  expect(excerpt.length).toBeLessThan(300);
  expect(found).toMatchObject({ title: 'Pear answered', tags: ['pear'], is_accepted: false, question_score: 0 });
});

test('/users/{ids}/comments/{toid} are those that reply to that user', async () => {
  const ids = [other, me].map((userId) => network.comment({ userId, postId: plum, body: 'x', at: noon }));
  db.exec(`UPDATE comments SET reply_to_user_id = ${me} WHERE site_id = 1 AND id = ${ids[0]}`);
  expect(await network.list(`/users/${me};${other}/comments/${me}`, { fromdate: noon })).toEqual([ids[0]]);
  expect((await network.mine(`/users/${me}/comments/nobody`, { site })).status).toBe(404);
});

test('collectives have the questions and answers under their tags, and their members', async () => {
  db.exec(`INSERT INTO collectives VALUES (1, 77, 'fruit', 'Fruit', 'All of it', 'https://fruit.example');
    INSERT INTO collective_tags SELECT 1, 77, id FROM tags WHERE site_id = 1 AND name IN ('quince', 'pear');
    INSERT INTO collective_users VALUES (1, ${other}, 77)`);
  expect(await network.list('/collectives/fruit/answers')).toContain(answer);
  expect(await network.list('/collectives/fruit/questions')).toEqual(expect.arrayContaining([plain, solved]));
  expect(await network.list('/collectives/fruit/questions')).not.toContain(plum);
  expect((await network.list('/collectives/fruit/tags')).toSorted()).toEqual(['pear', 'quince']);
  expect(await network.list('/collectives/fruit/users')).toEqual([other]);
  expect(await network.list(`/users/${other}/collectives`)).toContain('Fruit');
  expect(await network.items('/collectives/unheard/questions')).toEqual([]);
  const [fruit] = await network.items('/collectives/fruit');
  expect(fruit).toMatchObject({ slug: 'fruit', tags: ['pear', 'quince'], external_links: [{ type: 'website' }] });
});

test('options are less about what is closed or gone', async () => {
  const titles = async (path: string) => (await network.items(path)).map((item) => item['title']);
  const closing = await titles(`/questions/${plum}/close/options`);
  expect(closing).toEqual(['a duplicate', 'belongs on another site', 'needs details']);
  expect(await titles(`/answers/${answer}/flags/options`)).toEqual(['in need of a moderator']);
  const comment = network.comment({ userId: other, postId: plum });
  expect(await titles(`/comments/${comment}/flags/options`)).toContain('no longer needed');
  actions.close({ site, questionId: plum, reason: 'Duplicate' });
  expect(await titles(`/questions/${plum}/close/options`)).toEqual([]);
  actions.remove({ site, postId: plum });
  expect(await titles(`/comments/${comment}/flags/options`)).toEqual([]);
});
