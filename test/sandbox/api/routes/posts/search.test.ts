import { describe, expect, test } from 'vitest';
import { error, noon, site, startNetwork, type Parameters } from '../../../support/network.ts';

const network = await startNetwork();
const [me, other] = [network.member(site), network.member(site, 1)];
const { actions, db } = network.world;
const ask = (title: string, body: string, tags: string[], userId = me) =>
  network.ask({ userId, title, body, tags, at: noon - 1000 });
const apple = ask('Searched apple', '<p>See <a href="https://fruit.example/apple/pie?a=1&amp;b=2">this</a> pie</p>', [
  'fruit',
  'red',
]);
ask('Pears to be searched', '<p>A 100% <em>pear</em></p>', ['fruit', 'green'], other);
const plum = ask('Searched plum', '<p>Stones</p>', ['stone-fruit']);
const answer = network.answer({ questionId: apple, at: noon - 900 });
actions.accept({ site, answerId: answer, at: noon - 800 });
actions.close({ site, questionId: plum, reason: 'off-topic', at: noon - 700 });
db.exec(`UPDATE posts SET view_count = 5000, community_owned_at = ${noon} WHERE site_id = 1 AND id = ${apple}`);

const of = ['apple', 'Pears', 'plum'];
async function found(parameters: Parameters, path = '/search/advanced'): Promise<string[]> {
  const { status, body } = await network.get(path, {
    site,
    fromdate: noon - 1000,
    pagesize: 100,
    sort: 'creation',
    order: 'asc',
    ...parameters,
  });
  expect([status, body]).toEqual([200, expect.objectContaining({ items: expect.any(Array) })]);
  return body.items.flatMap((item) => of.filter((word) => String(item['title']).includes(word)));
}

describe('/search/advanced', () => {
  test.each<[string, Parameters, string[]]>([
    ['everything', {}, ['apple', 'Pears', 'plum']],
    ['q in titles and bodies, every word of it', { q: 'SEARCHED stones' }, ['plum']],
    ['q as it is, no pattern', { q: '100%' }, ['Pears']],
    ['title', { title: 'searched P' }, ['plum']],
    ['body', { body: '100% PEAR' }, ['Pears']],
    ['body, not its marks', { body: '<em>' }, []],
    ['q, not the marks', { q: '<p>' }, []],
    ['q, not the separators of tags', { q: '|' }, []],
    ['q in tags', { q: 'stone-fruit' }, ['plum']],
    ['an address is no text', { body: 'fruit.example' }, []],
    ['tagged, any of them', { tagged: 'red;stone-fruit' }, ['apple', 'plum']],
    ['a tag that is none', { tagged: 'no-such-tag' }, []],
    ['nottagged', { tagged: 'fruit', nottagged: 'green' }, ['apple']],
    ['accepted', { accepted: 'true' }, ['apple']],
    ['not accepted', { accepted: 'False' }, ['Pears', 'plum']],
    ['answers at least', { answers: 1 }, ['apple']],
    ['closed', { closed: 'True' }, ['plum']],
    ['open', { closed: 'false' }, ['apple', 'Pears']],
    ['migrated', { migrated: 'true' }, []],
    ['not migrated', { migrated: 'false' }, ['apple', 'Pears', 'plum']],
    ['notice', { notice: 'true' }, []],
    ['views at least', { views: 5000 }, ['apple']],
    ['wiki', { wiki: 'true' }, ['apple']],
    ['no wiki', { wiki: 'false' }, ['Pears', 'plum']],
    ['url', { url: 'https://fruit.example/apple' }, ['apple']],
    ['url with a wildcard', { url: 'https://*.example/*/PIE' }, ['apple']],
    ['url whose signs are no pattern', { url: 'pie?b' }, []],
    ['url with an ampersand', { url: 'pie?a=1&b=2' }, ['apple']],
    ['min and max of the sort', { sort: 'activity', min: noon - 900, max: noon - 900 }, ['apple']],
    ['todate', { todate: noon - 1001, fromdate: noon - 2000 }, []],
  ])('%s', async (_what, parameters, expected) => {
    expect(await found(parameters)).toEqual(expected);
  });

  test('user', async () => {
    expect(await found({ user: other })).toEqual(['Pears']);
  });

  test('relevance puts a title that begins with the words first', async () => {
    expect(await found({ q: 'pears', sort: 'relevance', order: 'desc' })).toEqual(['Pears']);
    expect(await found({ title: 'searched', sort: 'relevance', order: 'desc' })).toEqual(['plum', 'apple', 'Pears']);
    expect((await network.get('/search/advanced', { site, q: 'a', sort: 'relevance', min: 1 })).body).toMatchObject({
      error_message: 'min',
    });
  });

  test.each([
    ['accepted', 'maybe'],
    ['answers', 'many'],
    ['user', '1.5'],
    ['views', '99999999999'],
    ['q', 'x'.repeat(1001)],
    ['sort', 'hot'],
  ])('%s=%s is refused by name', async (name, value) => {
    const { status, body } = await network.get('/search/advanced', { site, [name]: value });
    expect([status, body]).toEqual([400, { error_id: 400, error_message: name, error_name: 'bad_parameter' }]);
  });

  test('nottagged alone is not enough', async () => {
    expect((await network.get('/search/advanced', { site, nottagged: 'fruit' })).body).toMatchObject(error(400));
  });
});

test('/similar finds titles that share longer words', async () => {
  expect(await found({ title: 'The apple, Pears and other things' }, '/similar')).toEqual(['Pears']);
  expect(await found({ title: 'Searched, apple was searched', tagged: 'red' }, '/similar')).toEqual(['apple']);
  expect((await network.get('/similar', { site })).body).toMatchObject(error(400, 'title'));
});

test('/similar finds short words where they are words, but none that every other title has', async () => {
  const ask = (title: string, at: number) => network.ask({ title, tags: ['short-words'], at: noon - at });
  for (const [index, title] of ['Is C# a tin', 'git on the Pi', 'Continue with digits'].entries())
    ask(title, 500 - index);
  const similar = async (title: string) =>
    (await network.get('/similar', { site, title, tagged: 'short-words', sort: 'creation' })).body.items.map(
      (item) => item['title'],
    );
  expect(await similar('Why is git so?')).toEqual(['git on the Pi']);
  expect(await similar('In C#')).toEqual(['Is C# a tin']);
  expect(await similar('tin, on a pi?')).toEqual(['git on the Pi', 'Is C# a tin']);
  // Nothing but such words is still something to go by.
  expect(await similar('on the a')).toEqual(['git on the Pi', 'Is C# a tin']);
  expect(await similar('?')).toEqual([]);
});

test('what stands between quotes in `q` is looked for as one piece, without them', async () => {
  const body = '<p>A ripe, sweet melon and a sour <b>lemon</b> tart.</p>';
  network.ask({ title: 'Say "melon"', body, tags: ['quoted'], at: noon - 300 });
  const count = async (q: string) =>
    (await network.get('/search/advanced', { site, tagged: 'quoted', q })).body.items.length;
  for (const q of ['"sweet melon"', '"SOUR lemon" ripe', 'tart "ripe, sweet"', '"melon" say', '"melon', 'lemon" ""'])
    expect([q, await count(q)]).toEqual([q, 1]);
  for (const q of ['"melon sweet"', '"sour lemon" cherry', '"sweet  sour"'])
    expect([q, await count(q)]).toEqual([q, 0]);
});

test.each(['tagged', 'nottagged'])('what cannot be a tag is refused in `%s`', async (name) => {
  for (const sent of ['two words', 'git;<script>', 'a/b', 'x'.repeat(36), '"git"']) {
    const { status, body } = await network.get('/search', { site, intitle: 'a', [name]: sent });
    expect([sent, status, body]).toMatchObject([sent, 400, { error_name: 'bad_parameter', error_message: name }]);
  }
  for (const sent of ['git; c++ ', 'node.js;c#', 'ünïcode-tag', ';'])
    expect((await network.get('/search', { site, intitle: 'a', [name]: sent })).status).toBe(200);
});

test('what is searched is the text that a person sees', async () => {
  const body =
    '<p>AT&amp;T says <b>un</b>believable: <code>a &amp;&amp; b &lt; c</code></p>\n<ul><li>one</li><li>two</li></ul>\n<!-- secret --><pre>x\n  y</pre>';
  network.ask({ title: 'Seen & said', body, tags: ['seen-text'], at: noon - 400 });
  const count = async (parameters: Parameters) =>
    (await network.get('/search/advanced', { site, tagged: 'seen-text', ...parameters })).body.items.length;
  for (const parameters of [
    { q: 'AT&T' },
    { q: '&& <' },
    { q: 'Seen &' },
    { body: 'a && b < c' },
    { body: 'unbelievable' },
    { body: 'x y' },
    { body: 'one two' },
  ])
    expect([parameters, await count(parameters)]).toEqual([parameters, 1]);
  for (const parameters of [{ q: '&amp;' }, { body: '<code>' }, { body: 'onetwo' }, { body: 'secret' }, { q: '&lt;' }])
    expect([parameters, await count(parameters)]).toEqual([parameters, 0]);
});

test('words are found whatever their case, in every alphabet', async () => {
  network.ask({ title: 'Élan vital in Привет code', body: '<p>Ünder way</p>', tags: ['apples'], at: noon - 500 });
  const titles = async (path: string, parameters: Parameters) =>
    (await network.get(path, { site, ...parameters })).body.items.map((item) => String(item['title']));
  for (const [path, parameters] of [
    ['/search', { intitle: 'élan' }],
    ['/search', { intitle: 'Élan' }],
    ['/search/advanced', { q: 'привет' }],
    ['/search/advanced', { title: 'ПРИВЕТ' }],
    ['/search/advanced', { body: 'ünder' }],
  ] as const) {
    expect(await titles(path, parameters), JSON.stringify(parameters)).toHaveLength(1);
  }
});
