import { expect, test } from 'vitest';
import { noon, site, startNetwork, type Parameters } from '../../../support/network.ts';

const network = await startNetwork();
const [me, other] = [network.member(site), network.member(site, 1)];
const { actions, db } = network.world;
const ask = (title: string, body: string, tags: string[], at = noon - 1000, userId = me) =>
  network.ask({ userId, title, body, tags, at });
const pie = '<p>See <a href="https://fruit.example/apple/pie?a=1&amp;b=2">this</a> pie</p>';
const apple = ask('Searched apple', pie, ['fruit', 'red']);
ask('Pears to be searched', '<p>A 100% <em>pear</em></p>', ['fruit', 'green'], noon - 1000, other);
const plum = ask('Searched plum', '<p>Stones</p>', ['stone-fruit']);
const answer = network.answer({ questionId: apple, at: noon - 900 });
actions.accept({ site, answerId: answer, at: noon - 800 });
actions.close({ site, questionId: plum, reason: 'off-topic', at: noon - 700 });
db.exec(`UPDATE posts SET view_count = 5000, community_owned_at = ${noon} WHERE site_id = 1 AND id = ${apple}`);
for (const [index, title] of ['Is C# a tin', 'git on the Pi', 'Continue with digits'].entries())
  ask(title, '<p>?</p>', ['short-words'], noon - 500 + index);
ask('Say "melon"', '<p>A ripe, sweet melon and a sour <b>lemon</b> tart.</p>', ['quoted'], noon - 300);
const seen = `<p>AT&amp;T says <b>un</b>believable: <code>a &amp;&amp; b &lt; c</code></p>
<ul><li>one</li><li>two</li></ul>\n<!-- secret --><pre>x\n  y</pre>`;
ask('Seen & said', seen, ['seen-text'], noon - 400);
ask('Élan vital in Привет code', '<p>Ünder way</p>', ['apples'], noon - 500);

const NAMES = ['apple', 'Pears', 'plum', 'tin', 'Pi', 'digits', 'melon', 'Seen', 'vital'];
/** The names of what is found. */
const found = async (path: string, parameters: Parameters) =>
  (await network.items(path, { pagesize: 100, ...parameters })).flatMap((item) =>
    NAMES.filter((name) => String(item['title']).includes(name)),
  );
const among = { fromdate: noon - 1000, todate: noon - 1000, sort: 'creation', order: 'asc' };
const byRelevance = { sort: 'relevance', order: 'desc' };

test.each<[string, Parameters, string[]]>([
  ['everything', {}, ['apple', 'Pears', 'plum']],
  ['q in titles and bodies, every word of it', { q: 'SEARCHED stones' }, ['plum']],
  ['q as it is, no pattern', { q: '100%' }, ['Pears']],
  ['title', { title: 'searched P' }, ['plum']],
  ['body', { body: '100% PEAR' }, ['Pears']],
  ['body, not its marks', { body: '<em>' }, []],
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
  ['migrated', { migrated: 'true' }, []],
  ['notice', { notice: 'true' }, []],
  ['views at least', { views: 5000 }, ['apple']],
  ['wiki', { wiki: 'true' }, ['apple']],
  ['user', { user: other }, ['Pears']],
  ['url', { url: 'https://fruit.example/apple' }, ['apple']],
  ['url with a wildcard', { url: 'https://*.example/*/PIE' }, ['apple']],
  ['url whose signs are no pattern', { url: 'pie?b' }, []],
  ['url with an ampersand', { url: 'pie?a=1&b=2' }, ['apple']],
  ['the shortest of what has it first', { title: 'searched', ...byRelevance }, ['plum', 'Pears', 'apple']],
])('/search/advanced: %s', async (_what, parameters, expected) => {
  expect(await found('/search/advanced', { ...among, ...parameters })).toEqual(expected);
});

const short = { tagged: 'short-words', sort: 'creation' };
test.each<[string, Parameters, string[]]>([
  ['longer words that titles share', { ...among, title: 'The apple, Pears and other things' }, ['apple', 'Pears']],
  ['the same with a tag', { ...among, title: 'Searched, apple was searched', tagged: 'red' }, ['apple']],
  ['short words where they are words', { ...short, title: 'Why is git so?' }, ['Pi']],
  ['a short word with a sign', { ...short, title: 'In C#' }, ['tin']],
  ['what every other title has, where there is nothing else', { ...short, title: 'on the a' }, ['Pi', 'tin']],
  ['no word', { ...short, title: '?' }, []],
])('/similar: %s', async (_what, parameters, expected) => {
  expect(await found('/similar', parameters)).toEqual(expected);
});

const find = (name: string, field: string, texts: string[], tag: string) =>
  texts.map((text): [string, Parameters, string[]] => [
    '/search/advanced',
    { tagged: tag, [field]: text },
    name ? [name] : [],
  ]);
test.each<[string, Parameters, string[]]>([
  // What stands between quotes is one piece, without them.
  ...find('melon', 'q', ['"sweet melon"', '"SOUR lemon" ripe', '"melon" say', '"melon', 'lemon" ""'], 'quoted'),
  ...find('', 'q', ['"melon sweet"', '"sour lemon" cherry', '"sweet  sour"'], 'quoted'),
  // What a person sees is found, and nothing else.
  ...find('Seen', 'q', ['AT&T', 'Seen &'], 'seen-text'),
  ...find('Seen', 'body', ['a && b < c', 'unbelievable', 'x y', 'one two'], 'seen-text'),
  ...find('', 'q', ['&amp;', '&lt;', '&& <'], 'seen-text'),
  ...find('', 'body', ['<code>', 'onetwo', 'secret'], 'seen-text'),
  // Whatever their case and accents, in every alphabet; a word may be the beginning of a longer one.
  ['/search', { intitle: 'élan' }, ['vital']],
  ['/search/advanced', { q: 'привет' }, ['vital']],
  ['/search/advanced', { title: 'ПРИВЕТ' }, ['vital']],
  ['/search/advanced', { body: 'ünde', tagged: 'apples' }, ['vital']],
  ['/search/advanced', { body: 'nder', tagged: 'apples' }, []],
])('%s %j finds %j', async (path, parameters, expected) => expect(await found(path, parameters)).toEqual(expected));
