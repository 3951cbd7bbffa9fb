import { textKey, textKeysOf } from '../../world/database/text.ts';
import type { RouteRequest, Selection } from './route.ts';

/**
 * Words are looked up in the full text (world/database/text.ts). How a list is then read depends on how many hits there
 * are: few are sorted; otherwise the list is walked in its order, and each row is looked for among the hits, or, where
 * these are very many, in the full text itself.
 */

/** So many hits are sorted at once. */
const MAX_SORTED = 2000;
/** Relevance ranks the newest hits. */
const MAX_RANKED = 5000;
/** Hits and rows to pass over cost the same where there are this times the questions under a square root. */
const HITS_PER_QUESTION = 1700;

const WORD = /[\p{L}\p{N}+#]/u;

/** FTS5's words for a piece of text: its words in their order, the last perhaps the beginning of a longer one. */
const piece = (text: string, isWhole = false): string => `"${text.replaceAll('"', ' ')}"${isWhole ? '' : ' *'}`;

/** Where a text is looked for. */
export type TextPlace = 'title' | 'body' | 'links' | 'title body tags';

/** Each of the pieces that have words has to be there. @returns undefined where none has any */
export function allOf(place: TextPlace, pieces: readonly string[]): string | undefined {
  const known = pieces.filter((text) => WORD.test(text));
  return known.length === 0 ? undefined : known.map((text) => `{${place}} : ${piece(text)}`).join(' AND ');
}

/** One of the words has to be there: those of `whole` by themselves. */
export function oneOf(place: TextPlace, words: readonly string[], whole: readonly string[]): string {
  const pieces = [...words.map((word) => piece(word)), ...whole.map((word) => piece(word, true))];
  return `{${place}} : (${pieces.join(' OR ')})`;
}

const HITS = `FROM text_questions WHERE text_questions MATCH :words AND rowid BETWEEN ${textKeysOf(':site')}`;
const FOUND = `rowid - ${textKey(':site', '0')}`;

/** Few hits as the table to list; the others of a list in its order as a condition on the id of its rows. */
export type TextHits = Pick<Selection, 'from' | 'ranks'> | { readonly where: (id: string) => string };

/** The questions that a text query finds; it binds `:words`. */
export function findHits({ statements, site, sort }: RouteRequest, words: string): TextHits {
  const few = (rank: string, limit: string): TextHits => ({
    from: [
      `(SELECT p.*, f.relevance AS relevance FROM (SELECT ${FOUND} AS found, ${rank} AS relevance ${HITS} ${limit}) AS f
          CROSS JOIN posts AS p ON p.site_id = :site AND p.id = f.found)`,
      'p',
      'id',
    ],
    ranks: true,
  });
  // A word in the title counts most, one among the tags more than one in the body.
  if (sort === 'relevance') return few('-bm25(text_questions, 10, 1, 5, 0)', `ORDER BY rowid DESC LIMIT ${MAX_RANKED}`);
  const questions = Number(
    statements.get('SELECT questions FROM sites WHERE id = :site', { site: site.id })?.['questions'] ?? 0,
  );
  const most = Math.max(MAX_SORTED, Math.ceil(Math.sqrt(HITS_PER_QUESTION * questions)));
  const hits = Number(
    statements.get(`SELECT count(*) AS hits FROM (SELECT 1 ${HITS} LIMIT :most)`, {
      words,
      site: site.id,
      most: most + 1,
    })?.['hits'],
  );
  if (hits <= MAX_SORTED) return few('NULL', '');
  return hits <= most
    ? { where: (id) => `${id} IN (SELECT ${FOUND} ${HITS})` }
    : {
        where: (id) =>
          `EXISTS (SELECT 1 FROM text_questions WHERE text_questions MATCH :words AND rowid = ${textKey(':site', id)})`,
      };
}
