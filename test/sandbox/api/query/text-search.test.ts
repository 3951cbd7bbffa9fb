import { expect, test } from 'vitest';
import { allOf, oneOf, textBindings } from '../../../../sandbox/api/query/text-search.ts';
import type { TextQuery } from '../../../../sandbox/world/database/text.ts';
import { noon, startNetwork } from '../../support/network.ts';

const network = await startNetwork();
const { db } = network.world;
network.ask({
  userId: network.member('loops'),
  title: 'Élan vital: C# and Привет, naïve',
  body: '<p>Ünder <b>un</b>believable &amp; a_b <a href="https://x.example/p?q=1&amp;r=2">link</a></p>',
  tags: ['c++'],
  at: noon,
});

/** Questions that the full text finds, and those whose texts match by themselves. */
function bothWays(questions: TextQuery) {
  const { words, query } = textBindings({ questions });
  const ids = (sql: string, value: unknown) =>
    db
      .prepare(sql)
      .all(value as string)
      .map(({ id }) => Number(id));
  return {
    found: ids('SELECT rowid AS id FROM text_questions WHERE text_questions MATCH ? ORDER BY rowid', words),
    matched: ids(
      `SELECT b.post_key AS id FROM bodies b JOIN posts p ON (p.site_id << 32) + p.id = b.post_key
        WHERE p.post_type = 1 AND matches(?, p.title, b.body, p.tags) ORDER BY b.post_key`,
      query,
    ),
  };
}

test.each<[string, TextQuery | undefined, number]>([
  ['a word', allOf('title body tags', ['branch']), 10],
  ['the beginning of a word', allOf('title body tags', ['bra']), 10],
  ['a letter', allOf('body', ['a']), 100],
  ['several words', allOf('title body tags', ['branch', 'merge']), 1],
  ['a phrase', allOf('title', ['elan vital c#']), 1],
  ['words without their accents', allOf('title body tags', ['naive', 'unde', 'приве']), 1],
  ['a word through marks', allOf('body', ['unbelievable a b']), 1],
  ['a tag with signs', allOf('title body tags', ['c++']), 1],
  ['an address', allOf('links', ['x.example/p?q=1&r=2']), 1],
  ['no address in the text', allOf('body', ['x.example']), 0],
  ['one of words, some of them whole', oneOf('title', ['vita', 'nothing'], ['c#', 'bra']), 1],
])('texts of rows are searched as the full text is: %s', (_what, query, least) => {
  const { found, matched } = bothWays(query!);
  expect(matched).toEqual(found);
  expect(found.length).toBeGreaterThanOrEqual(least);
});
