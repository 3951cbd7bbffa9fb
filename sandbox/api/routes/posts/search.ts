import { badParameter } from '../../gate/errors.ts';
import { defineRoute, type Selection, type Sort } from '../../query/route.ts';
import { question } from '../../objects/posts/question.ts';
import { LIVE_QUESTIONS, QUESTION_SORTS } from './question-sorts.ts';
import { tagIds, TagNames, withAny, withNone } from './tagged.ts';
import { wholeWords } from '../../../world/text-of-html.ts';
import { SearchText, Whole, YesOrNo } from '../parameter-schemas.ts';

/** A title that begins with the words comes before one that only has them; then the better liked. */
const relevance: Sort = { sql: '((instr(fold($.title), :intitle) = 1) * 1000 + $.score)', bound: 'none' };

const common = {
  site: 'required',
  of: question,
  from: ['posts', 'p'],
  tie: '$.id',
  created: '$.created_at',
} as const;

const parts = (...selections: readonly Selection[]): Selection => ({
  where: [...LIVE_QUESTIONS, ...selections.flatMap(({ where }) => where)],
  bindings: Object.assign({}, ...selections.map(({ bindings }) => bindings)) as NonNullable<Selection['bindings']>,
});

/** Questions with these words, as one piece, in the title; the binding is there in any case, for `relevance`. */
const titled = (words: string): Selection => ({
  where: words ? ['instr(fold(p.title), :intitle) > 0'] : [],
  bindings: { intitle: words },
});

/** As text is searched: in small letters, on one line. */
const plain = (text: string | undefined) => text?.replace(/\s+/g, ' ').trim().toLowerCase() ?? '';

export const search = defineRoute({
  ...common,
  summary: 'Searches questions by tags, any of which will do, and by their title.',
  name: '/search',
  paths: ['/search'],
  sorts: { ...QUESTION_SORTS, relevance },
  parameters: { tagged: TagNames.optional(), nottagged: TagNames.optional(), intitle: SearchText.optional() },
  select({ statements, site }, { tagged = [], nottagged = [], intitle }) {
    if (tagged.length === 0 && !intitle) throw badParameter('tagged', 'One of `tagged` or `intitle` must be set');
    // Without `tagged`, `nottagged` means nothing here (docs/api.md, "Tags and search").
    if (tagged.length === 0) return parts(titled(plain(intitle)));
    const wanted = withAny(tagIds(statements, site.id, tagged));
    return wanted && parts(wanted, withNone(tagIds(statements, site.id, nottagged)), titled(plain(intitle)));
  },
});

/** Up to this length a word has to stand by itself; a longer one may be the beginning of another. */
const MAX_SHORT_WORD = 3;
/** Short words that are in every other title. */
const COMMON_WORDS = new Set(
  'a an and any are as at be but by can do for get has how i if in is it its my no not of on or so the to'
    .split(' ')
    .concat('use was who why you'.split(' ')),
);

/**
 * The short words of a title, between spaces. @param takesCommon whether words will do that are in every other title
 */
const shortWords = (title: string, takesCommon: boolean): string[] => {
  const all = wordsOf(wholeWords(title)).filter((word) => word.length <= MAX_SHORT_WORD);
  const telling = all.filter((word) => !COMMON_WORDS.has(word));
  return (telling.length > 0 || !takesCommon ? telling : all).map((word) => ` ${word} `);
};

export const similar = defineRoute({
  ...common,
  summary: 'Searches questions whose titles share words with this one.',
  name: '/similar',
  paths: ['/similar'],
  sorts: { ...QUESTION_SORTS, relevance },
  parameters: { title: SearchText.optional(), tagged: TagNames.optional(), nottagged: TagNames.optional() },
  select({ statements, site }, { title, tagged = [], nottagged = [] }) {
    if (!plain(title)) throw badParameter('title');
    const long = wordsOf(plain(title)).filter((word) => word.length > MAX_SHORT_WORD);
    const short = shortWords(plain(title), long.length === 0);
    if (long.length + short.length === 0) return undefined;
    const wanted = tagged.length > 0 ? withAny(tagIds(statements, site.id, tagged)) : { where: [] };
    const shared: Selection = {
      where: [
        `(EXISTS (SELECT 1 FROM json_each(:shared) AS word WHERE instr(fold(p.title), word.value) > 0)
          OR EXISTS (SELECT 1 FROM json_each(:short) AS word WHERE instr(whole_words(p.title), word.value) > 0))`,
      ],
      bindings: { shared: JSON.stringify(long), short: JSON.stringify(short), intitle: plain(title) },
    };
    return wanted && parts(wanted, withNone(tagIds(statements, site.id, nottagged)), shared);
  },
});

const MAX_WORDS = 20;
const wordsOf = (text: string): string[] => [...new Set(text.split(/\s+/).filter(Boolean))].slice(0, MAX_WORDS);

/** Words, and what stands between two quotes as one piece (docs/api.md, "Tags and search"). */
const phrasesOf = (text: string): string[] =>
  [
    ...new Set([...text.matchAll(/"([^"]*)"|[^\s"]+/g)].map(([word, phrase = word]) => phrase.trim()).filter(Boolean)),
  ].slice(0, MAX_WORDS);

/** Every word of `q` is in the title, the body as it is read, or the tags. */
const free = (words: readonly string[]): Selection => ({
  where: words.map(
    (_, index) =>
      `(instr(fold(p.title), :word${index}) > 0 OR instr(replace(p.tags, '|', ' '), ` +
      `:word${index}) > 0 OR instr(seen(p.body), :word${index}) > 0)`,
  ),
  bindings: Object.fromEntries(words.map((word, index) => [`word${index}`, word])),
});

const condition = (value: boolean | undefined, sql: string): string[] =>
  value === undefined ? [] : [value ? `(${sql})` : `NOT (${sql})`];

const ESCAPED_GLOB: Record<string, string> = { '[': '[[]', '?': '[?]' };
/** An address as a GLOB over a body; `*` stays what it is for addresses, too. */
const addressPattern = (address: string) =>
  `*${address.replace(/[[?]/g, (character) => ESCAPED_GLOB[character] ?? character)}*`;

export const advancedSearch = defineRoute({
  ...common,
  summary: 'Searches questions by whatever is known of them; `tagged` asks for any of the tags.',
  name: '/search/advanced',
  paths: ['/search/advanced'],
  sorts: { ...QUESTION_SORTS, relevance },
  parameters: {
    q: SearchText.optional(),
    accepted: YesOrNo.optional(),
    answers: Whole.optional(),
    body: SearchText.optional(),
    closed: YesOrNo.optional(),
    migrated: YesOrNo.optional(),
    notice: YesOrNo.optional(),
    nottagged: TagNames.optional(),
    tagged: TagNames.optional(),
    title: SearchText.optional(),
    user: Whole.optional(),
    url: SearchText.optional(),
    views: Whole.optional(),
    wiki: YesOrNo.optional(),
  },
  select({ statements, site }, sent) {
    const { q, body, nottagged = [], tagged = [], title, user, url, views, answers, ...states } = sent;
    const others = Object.entries(sent).filter(([name, value]) => name !== 'nottagged' && value !== undefined);
    if (nottagged.length > 0 && others.length === 0)
      throw badParameter('nottagged', '`nottagged` needs another parameter to go with it');
    const wanted = tagged.length > 0 ? withAny(tagIds(statements, site.id, tagged)) : { where: [] };
    if (!wanted) return undefined;
    const marks: Selection = {
      where: [
        ...condition(states.accepted, 'p.accepted_answer_id IS NOT NULL'),
        ...condition(states.closed, 'p.closed_at IS NOT NULL'),
        ...condition(states.wiki, 'p.community_owned_at IS NOT NULL'),
        ...condition(states.migrated, 'p.migrated_from IS NOT NULL OR p.migrated_to IS NOT NULL'),
        // Neither dumps nor people here put up notices.
        ...condition(states.notice, 'FALSE'),
        ...(answers === undefined ? [] : ['p.answer_count >= :answers']),
        ...(views === undefined ? [] : ['p.view_count >= :views']),
        ...(user === undefined ? [] : ['p.owner_id = :user']),
        ...(body ? ['instr(seen(p.body), :body) > 0'] : []),
        ...(url ? ["replace(fold(p.body), '&amp;', '&') GLOB :url"] : []),
      ],
      bindings: {
        answers: answers ?? null,
        views: views ?? null,
        user: user ?? null,
        body: plain(body),
        url: addressPattern(plain(url)),
      },
    };
    const words = phrasesOf(plain(q));
    const byTitle = titled(plain(title));
    // Relevance goes by the title asked for, or else by the words.
    const ranked = title ? byTitle : { where: [], bindings: { intitle: words.join(' ') } };
    return parts(wanted, withNone(tagIds(statements, site.id, nottagged)), byTitle, ranked, free(words), marks);
  },
});
