import { textKey, textKeysOf, type TextPlace, type TextQuery } from '../../world/database/text.ts';
import type { Sought } from '../../world/text-of-html.ts';
import type { Bindings } from '../../world/database/statements.ts';
import type { RouteRequest, Selection, Tested } from './route.ts';

/**
 * Words are looked up in the full text (world/database/text.ts), which takes the longer, the more posts have them. Few
 * hits are sorted; among more, a list is walked in its order, and each row is looked for among the hits. Common words
 * are looked for in the texts of the rows themselves: those of a page are soon found.
 */

/** Hits that are sorted, in hits and questions under a square root: then walking takes as long. */
const HITS_PER_QUESTION = 0.3;
const MIN_SORTED = 100;
/** Words are common that so many of the newest questions have. */
const SAMPLE = 64;
const COMMON = 6;

const WORD = /[\p{L}\p{N}+#]/u;

/** Each of the pieces that have words has to be there. @returns undefined where none has any */
export function allOf(place: TextPlace, texts: readonly string[]): TextQuery | undefined {
  const known = texts.filter((text) => WORD.test(text));
  return known.length === 0 ? undefined : known.map((text) => ({ place, pieces: [{ text }] }));
}

/** One of the words has to be there: those of `whole` by themselves. */
export const oneOf = (place: TextPlace, words: readonly string[], whole: readonly string[]): TextQuery => [
  { place, pieces: [...words.map((text) => ({ text })), ...whole.map((text) => ({ text, isWhole: true }))] },
];

const matchOf = ({ text, isWhole = false }: Sought) => `"${text.replaceAll('"', ' ')}"${isWhole ? '' : ' *'}`;

/** Returns a query as FTS5 takes it. */
const textMatch = (query: TextQuery): string =>
  query.map(({ place, pieces }) => `{${place}} : (${pieces.map(matchOf).join(' OR ')})`).join(' AND ');

/** SQL of whether a post matches a query. @param query name that it is bound to, as JSON */
const postMatches = (query: string, id: string): string =>
  `(SELECT matches(:${query}, m.title, b.body, m.tags) FROM posts m CROSS JOIN bodies b
     ON b.post_key = ${textKey(':site', 'm.id')} WHERE m.site_id = :site AND m.id = ${id})`;

/** Posts that are looked for by words; the answers among them have other texts than questions. */
export interface TextSearch {
  readonly questions: TextQuery;
  readonly answers?: TextQuery | undefined;
}

/** Bindings that the SQL of a search needs. */
export const textBindings = ({ questions, answers }: TextSearch): Bindings => ({
  words: textMatch(questions),
  query: JSON.stringify(questions),
  ...(answers && { answer_words: textMatch(answers), answer_query: JSON.stringify(answers) }),
});

/** SQL of what the full texts have for a search. @param what columns @param rank SQL of the relevance of a hit */
function hitsOf({ answers }: TextSearch, what: (rank: string) => string): string {
  // A word in the title counts most, one among the tags more than one in the body.
  const hits = (table: string, words: string, rank: string) =>
    `SELECT ${what(rank)} FROM ${table} WHERE ${table} MATCH :${words} AND rowid BETWEEN ${textKeysOf(':site')}`;
  return [
    hits('text_questions', 'words', '-bm25(text_questions, 10, 1, 5, 0)'),
    ...(answers ? [hits('text_answers', 'answer_words', '-bm25(text_answers)')] : []),
  ].join(' UNION ALL ');
}

/** Whether a query is of words that very many questions have. */
function isCommon({ statements, site }: RouteRequest, query: TextQuery): boolean {
  const newest = `SELECT ${postMatches('query', 'p.id')} AS is_hit FROM posts p INDEXED BY posts_creation
    WHERE p.site_id = :site AND p.post_type = 1 AND p.deleted_at IS NULL
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${SAMPLE}`;
  const bindings = { site: site.id, query: JSON.stringify(query) };
  return Number(statements.get(`SELECT sum(is_hit) AS hits FROM (${newest})`, bindings)?.['hits'] ?? 0) >= COMMON;
}

/** Few hits as the table to list; the others of a list in its order as a condition on the id of its rows. */
export type TextHits = Pick<Selection, 'from' | 'ranks'> | { readonly test: (id: string) => Tested };

/** The posts that a search finds; it binds what `textBindings` returns. */
export function findHits(request: RouteRequest, search: TextSearch): TextHits {
  const { statements, site, sort } = request;
  const found = `rowid - ${textKey(':site', '0')} AS found`;
  const isHit = (id: string) => `${id} IN (${hitsOf(search, () => found)})`;
  if (isCommon(request, search.questions)) {
    const isMatch = (id: string) =>
      search.answers
        ? `iif(p.post_type = 1, ${postMatches('query', id)}, ${postMatches('answer_query', id)})`
        : postMatches('query', id);
    return { test: (id) => ({ read: isMatch(id), count: isHit(id) }) };
  }
  const bindings = { ...textBindings(search), site: site.id };
  const { questions } = statements.get('SELECT questions FROM sites WHERE id = :site', bindings)!;
  const most = Math.max(MIN_SORTED, Math.ceil(Math.sqrt(HITS_PER_QUESTION * Number(questions))));
  const hits = statements.all(`${hitsOf(search, () => '1')} LIMIT ${most + 1}`, bindings);
  if (hits.length > most) return { test: (id) => ({ read: isHit(id), count: isHit(id) }) };
  const few = hitsOf(search, (rank) => `${found}, ${sort === 'relevance' ? rank : 'NULL'} AS relevance`);
  const from = `(SELECT p.*, f.relevance AS relevance
    FROM (${few}) AS f CROSS JOIN posts AS p ON p.site_id = :site AND p.id = f.found)`;
  return { from: [from, 'p', 'id'], ranks: true };
}
