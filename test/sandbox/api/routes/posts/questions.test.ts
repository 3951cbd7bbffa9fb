import { expect, test } from 'vitest';
import { noon, site, startNetwork } from '../../../support/network.ts';

const network = await startNetwork();
const { actions } = network.world;
const [me, other, third] = [0, 1, 2].map((index) => network.member(site, index)) as [number, number, number];
const DAY = 86_400;

/** Questions by their titles. */
const asked: Record<string, number> = {};
const ask = (title: string, tags: string[], at: number, userId = me) =>
  (asked[title] = network.ask({ userId, title, body: '<p>Why?</p>', tags, at }));
/** Titles of those among the items that were asked here. */
const titles = async (path: string) =>
  (await network.items(path)).map(({ title }) => String(title)).filter((title) => title in asked);

// Each title says what became of the question.
const whatBecame = ['plain', 'answered', 'liked', 'accepted', 'featured', 'others', 'deleted'];
const began = noon - 6000;
for (const [index, name] of whatBecame.entries())
  ask(name, ['lists', name], began + 60 * (index + 1), name === 'others' ? other : me);
const [plain, answered, liked, accepted, featured, others, deleted] = whatBecame.map((name) => asked[name] ?? 0) as [
  ...[number, number, number, number, number, number, number],
];
const answerTo = (questionId: number) => network.answer({ questionId, at: noon - 1000 });
const answers = [answerTo(answered), answerTo(liked)];
network.vote({ userId: me, postId: answers[1] ?? 0, at: noon - 900 });
actions.accept({ site, answerId: answerTo(accepted), at: noon - 800 });
network.world.db.prepare('UPDATE users SET reputation = 5000 WHERE id = ?').run(other);
actions.bounty({ site, questionId: featured, userId: other, amount: 100, at: noon - 700 });
actions.remove({ site, postId: deleted, at: noon - 600 });

const first = ask('Zebra one', ['zoo', 'stripes'], noon - 3000);
ask('Zebra two', ['zoo', 'spots'], noon - 2000);
const lion = ask('Lion three', ['zoo', 'stripes', 'spots'], noon - 1000);
network.answer({ questionId: first, body: '<p>So.</p>', at: noon - 100 });
network.vote({ userId: other, postId: lion, at: noon - 900 });
network.vote({ userId: third, postId: first, direction: 'down', at: noon - 900 });
actions.remove({ site, postId: ask('Zebra gone', ['zoo'], noon - 500) });

for (const [title, age, score] of [
  ['Of 40 days', 40 * DAY, 5],
  ['Of 20 days', 20 * DAY, 3],
  ['Of 3 days', 3 * DAY, 2],
  ['Of an hour', 3600, 1],
] as const) {
  const id = ask(title, ['heat'], noon - age);
  for (let voter = 1; voter <= score; voter += 1)
    network.vote({ userId: network.member(site, voter), postId: id, at: noon - 60 });
}

const some = `/questions/${[plain, accepted, deleted, others, 2_000_000_000].join(';')}`;
const users = `/users/${me};${other}/questions`;
const fromHere = `fromdate=${began}&todate=${began + 420}&sort=creation&order=asc`;

test.each([
  // The last active come first when nothing is said; deleted ones are not there.
  ['/questions?tagged=lists', ['accepted', 'liked', 'answered', 'others', 'featured', 'plain']],
  ['/questions/featured?tagged=lists', ['featured']],
  ['/questions/unanswered?tagged=lists', ['answered', 'others', 'featured', 'plain']],
  ['/questions/no-answers?tagged=lists', ['others', 'featured', 'plain']],
  ['/questions?tagged=zoo', ['Zebra one', 'Lion three', 'Zebra two']],
  ['/questions?tagged=zoo&sort=votes&fromdate=&pagesize=1', ['Lion three']],
  // All of the tags.
  ['/questions?tagged=zoo;stripes', ['Zebra one', 'Lion three']],
  ['/questions?tagged=ZOO;Stripes;spots', ['Lion three']],
  ['/questions?tagged=zoo;no-such-tag', []],
  ['/questions?tagged=zoo;zoo;zoo;zoo;zoo;zoo', ['Zebra one', 'Lion three', 'Zebra two']],
  // `hot` goes by interest for the age, `week` and `month` by votes; neither holds anything that is older.
  ['/questions?tagged=heat&sort=hot', ['Of an hour', 'Of 3 days', 'Of 20 days', 'Of 40 days']],
  ['/questions?tagged=heat&sort=week', ['Of 3 days', 'Of an hour']],
  ['/questions?tagged=heat&sort=month', ['Of 20 days', 'Of 3 days', 'Of an hour']],
  [some, ['accepted', 'others', 'plain']],
  [`/questions/${answers.join(';')}`, []],
  [`/answers/${answers.join(';')}/questions?sort=creation`, ['liked', 'answered']],
  [`${users}?${fromHere}`, ['plain', 'answered', 'liked', 'accepted', 'featured', 'others']],
  [`${users}/featured?${fromHere}`, ['featured']],
  [`${users}/unanswered?${fromHere}`, ['plain', 'answered', 'featured', 'others']],
  [`${users}/no-answers?${fromHere}`, ['plain', 'featured', 'others']],
  [`${users}/unaccepted?${fromHere}`, ['answered', 'liked']],
  // Any of the tags in a search; `nottagged` means nothing without `tagged`.
  ['/search?tagged=stripes;spots', ['Zebra one', 'Lion three', 'Zebra two']],
  ['/search?tagged=stripes;no-such-tag', ['Zebra one', 'Lion three']],
  ['/search?tagged=zoo&nottagged=stripes', ['Zebra two']],
  ['/search?tagged=zoo&nottagged=no-such-tag&intitle=LION', ['Lion three']],
  ['/search?intitle=zebra&nottagged=stripes', ['Zebra one', 'Zebra two']],
  ['/search?intitle=%25&tagged=zoo', []],
  ['/search?tagged=zoo&sort=relevance&intitle=two', ['Zebra two']],
])('%s', async (path, expected) => expect(await titles(path)).toEqual(expected));

test('/questions/{ids}/linked gives what links to them and what they link to', async () => {
  expect(await titles(`/questions/${plain}/linked`)).toEqual([]);
  const link = network.world.db.prepare(
    'INSERT INTO post_links (site_id, id, post_id, related_post_id, link_type, created_at) VALUES (1, ?, ?, ?, 1, ?)',
  );
  link.run(900_001, plain, liked, noon);
  link.run(900_002, others, plain, noon);
  link.run(900_003, deleted, plain, noon);
  expect(await titles(`/questions/${plain}/linked`)).toEqual(['liked', 'others']);
});

test('/questions/{ids}/related gives questions with common tags, the most alike first, and not the question itself', async () => {
  ask('Rather alike', ['lists', 'plain'], noon - 9000);
  const [twin, ...alike] = await titles(`/questions/${plain}/related`);
  expect(twin).toBe('Rather alike');
  expect(alike.toSorted()).toEqual(['accepted', 'answered', 'featured', 'liked', 'others']);
});

test('a question tells its tags, counts, dates and owner', async () => {
  const counts = { answer_count: 1, is_answered: false, score: -1 };
  const dates = { creation_date: noon - 3000, last_activity_date: noon - 100 };
  expect(await network.items('/questions?tagged=zoo&pagesize=1')).toMatchObject([
    { title: 'Zebra one', tags: ['zoo', 'stripes'], ...counts, ...dates, owner: { user_id: me } },
  ]);
});

test('a question has its owner’s accept rate, which follows what they accept, in lists that were told before, too', async () => {
  const userId = network.value(
    `SELECT id FROM users u WHERE site_id = 1 AND id > 50 AND NOT EXISTS (
         SELECT 1 FROM posts p WHERE p.site_id = 1 AND p.owner_id = u.id AND p.post_type = 1) LIMIT 1`,
  );
  const rate = (at: number) => ask(`Rated ${at}`, ['rated'], noon - at, userId);
  const [questionId = 0] = [400, 300, 200].map(rate);
  const rates = async () =>
    (await network.items('/questions?tagged=rated')).map(
      ({ owner }) => (owner as { accept_rate?: number }).accept_rate,
    );
  expect(await rates()).toEqual([undefined, undefined, undefined]);
  rate(100);
  expect(await rates()).toEqual([0, 0, 0, 0]);
  const answerId = network.answer({ userId: me, questionId, at: noon - 90 });
  actions.accept({ site, answerId, at: noon - 80 });
  expect(await rates()).toEqual([25, 25, 25, 25]);
  expect((await network.items(`/users/${userId}`))[0]).toMatchObject({ accept_rate: 25 });
});

test('a question that is closed says why, by whom, and of which questions it is a duplicate', async () => {
  const twins = ['Where & when?', 'Where again?', 'What?'].map((title) => ask(title, ['twins'], noon - 50));
  const [original = 0, repeated = 0, vague = 0] = twins;
  const answer = network.answer({ questionId: original });
  actions.accept({ site, answerId: answer });
  const duplicate = { reason: 'Duplicate', userId: other, originalId: original };
  await network.control.act('close', { site, questionId: repeated, ...duplicate });
  await network.control.act('close', { site, questionId: vague, reason: 'Vague' });
  const filter = await network.filter({ include: 'question.closed_details;closed_details.*;original_question.*' });
  const details = async () =>
    (await network.items(`/questions/${twins.join(';')}`, { filter, sort: 'creation', order: 'asc' })).map(
      (item) => item['closed_details'],
    );
  expect(await details()).toEqual([
    undefined,
    {
      on_hold: false,
      reason: 'Duplicate',
      description: expect.stringContaining('asked before'),
      by_users: [expect.objectContaining({ user_id: other })],
      original_questions: [
        { question_id: original, title: 'Where &amp; when?', answer_count: 1, accepted_answer_id: answer },
      ],
    },
    { on_hold: false, reason: 'Vague', description: 'Vague' },
  ]);
  await network.control.act('remove', { site, postId: original, userId: other });
  expect((await details())[0]).not.toHaveProperty('original_questions');
  await network.control.act('reopen', { site, questionId: repeated, userId: other });
  expect((await details())[0]).toBeUndefined();
});

test('a bounty is shown until it closes, though nothing happens to the question', async () => {
  const shown = async () => [(await network.items(`/questions/${featured}`))[0], await titles('/questions/featured')];
  expect(await shown()).toEqual([expect.objectContaining({ bounty_amount: 100 }), ['featured']]);
  network.clock.advance(8 * DAY);
  expect(await shown()).toEqual([expect.not.objectContaining({ bounty_amount: 100 }), []]);
});
