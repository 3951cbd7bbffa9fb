import type { z } from 'zod';
import { badParameter } from '../../errors.ts';
import { sqlList } from '../../query/list-sql.ts';
import { listsOf, type Route, type RouteRequest, type Selection } from '../../query/route.ts';
import { allOf, findHits, oneOf, textBindings } from '../../query/text-search.ts';
import { question } from '../../objects/question.ts';
import { searchExcerpt } from '../../objects/posts.ts';
import type { TextPlace, TextQuery } from '../../../world/database/text.ts';
import { wholeWords } from '../../../world/text-of-html.ts';
import { SearchText, Whole, YesOrNo } from '../../query/parameters.ts';
import { findQuestions, TagNames } from './find-questions.ts';
import { POSTS, SEARCH_SORTS } from './posts.ts';

const searches = listsOf({ ...POSTS, of: question, sorts: SEARCH_SORTS, isHeavy: true });

/** As text is searched: in small letters, on one line. */
const plain = (text: string | undefined) => text?.replace(/\s+/g, ' ').trim().toLowerCase() ?? '';

const search = searches(
  '/search',
  'Searches questions by tags, any of which will do, and by their title.',
  (request, { tagged = [], nottagged = [], intitle }) => {
    if (tagged.length === 0 && !intitle) throw badParameter('tagged', 'One of `tagged` or `intitle` must be set');
    const words = intitle ? allOf('title', [plain(intitle)]) : undefined;
    if (intitle && words === undefined) return undefined;
    return findQuestions(request, {
      any: tagged,
      // Without `tagged`, `nottagged` means nothing here (docs/api.md, "Tags and search").
      none: tagged.length > 0 ? nottagged : [],
      ...(words === undefined ? {} : { words }),
    });
  },
  { parameters: { tagged: TagNames.optional(), nottagged: TagNames.optional(), intitle: SearchText.optional() } },
);

/** Up to this length a word has to stand by itself; a longer one may be the beginning of another. */
const MAX_SHORT_WORD = 3;
/** Short words that are in every other title. */
const COMMON_WORDS = new Set(
  'a an and any are as at be but by can do for get has how i if in is it its my no not of on or so the to'
    .split(' ')
    .concat('use was who why you'.split(' ')),
);

const MAX_WORDS = 20;
const wordsOf = (text: string): string[] => [...new Set(text.split(/\s+/).filter(Boolean))].slice(0, MAX_WORDS);

/** The short words of a title. @param takesCommon whether words will do that are in every other title */
function shortWords(title: string, takesCommon: boolean): string[] {
  const all = wordsOf(wholeWords(title)).filter((word) => word.length <= MAX_SHORT_WORD);
  const telling = all.filter((word) => !COMMON_WORDS.has(word));
  return telling.length > 0 || !takesCommon ? telling : all;
}

const similar = searches(
  '/similar',
  'Searches questions whose titles share words with this one.',
  (request, { title, tagged, nottagged }) => {
    if (!plain(title)) throw badParameter('title');
    const long = wordsOf(wholeWords(plain(title))).filter((word) => word.length > MAX_SHORT_WORD);
    const short = shortWords(plain(title), long.length === 0);
    if (long.length + short.length === 0) return undefined;
    return findQuestions(request, {
      words: oneOf('title', long, short),
      ...(tagged ? { any: tagged } : {}),
      ...(nottagged ? { none: nottagged } : {}),
    });
  },
  { parameters: { title: SearchText.optional(), tagged: TagNames.optional(), nottagged: TagNames.optional() } },
);

/** Words, and what stands between two quotes as one piece (docs/api.md, "Tags and search"). */
const phrasesOf = (text: string): string[] =>
  [
    ...new Set([...text.matchAll(/"([^"]*)"|[^\s"]+/g)].map(([word, phrase = word]) => phrase.trim()).filter(Boolean)),
  ].slice(0, MAX_WORDS);

const condition = (value: boolean | undefined, sql: string): string[] =>
  value === undefined ? [] : [value ? `(${sql})` : `NOT (${sql})`];

const [TEXT, TAGS] = [SearchText.optional(), TagNames.optional()];
const [NUMBER, STATE] = [Whole.optional(), YesOrNo.optional()];
const STATES = { accepted: STATE, closed: STATE, migrated: STATE, notice: STATE, wiki: STATE };
const NUMBERS = { answers: NUMBER, user: NUMBER, views: NUMBER };
const KNOWN = { q: TEXT, body: TEXT, title: TEXT, url: TEXT, tagged: TAGS, nottagged: TAGS, ...STATES, ...NUMBERS };
type Known = z.output<z.ZodObject<typeof KNOWN>>;

/** Conditions of a search on questions besides their words and tags, over `$`. */
const statesOf = ({ answers, views, ...states }: Known): string[] => [
  ...condition(states.accepted, '$.accepted_answer_id IS NOT NULL'),
  ...condition(states.closed, '$.closed_at IS NOT NULL'),
  ...condition(states.wiki, '$.community_owned_at IS NOT NULL'),
  ...condition(states.migrated, '$.migrated_from IS NOT NULL OR $.migrated_to IS NOT NULL'),
  // Neither dumps nor people here put up notices.
  ...condition(states.notice, 'FALSE'),
  ...(answers === undefined ? [] : ['$.answer_count >= :answers']),
  ...(views === undefined ? [] : ['$.view_count >= :views']),
];

const numbersOf = ({ answers, user, views }: Known) => {
  return { answers: answers ?? null, user: user ?? null, views: views ?? null };
};

function checkNottagged(sent: Known): void {
  const others = Object.entries(sent).filter(([name, value]) => name !== 'nottagged' && value !== undefined);
  if ((sent.nottagged?.length ?? 0) > 0 && others.length === 0)
    throw badParameter('nottagged', '`nottagged` needs another parameter to go with it');
}

/** The words that texts need to have, by where; undefined for some that none can have. */
function wordsIn({ q, title, body, url }: Known, place: TextPlace): TextQuery | undefined {
  const asked = [
    q ? allOf(place, phrasesOf(plain(q))) : [],
    title ? allOf('title', [plain(title)]) : [],
    body ? allOf('body', [plain(body)]) : [],
    // `*` stands for anything between the words of an address.
    url ? allOf('links', plain(url).split('*').filter(Boolean)) : [],
  ];
  const known = asked.filter((words) => words !== undefined);
  return known.length < asked.length ? undefined : known.flat();
}

/** The questions that a search asks for. */
function findKnown(request: RouteRequest, sent: Known, words: TextQuery): Selection | undefined {
  const { user, tagged = [], nottagged = [] } = sent;
  return findQuestions(request, {
    any: tagged,
    none: nottagged,
    ...(words.length > 0 ? { words } : {}),
    ...(user === undefined ? {} : { by: 'posts_owner' }),
    where: [
      ...statesOf(sent).map((state) => state.replaceAll('$', 'p')),
      ...(user === undefined ? [] : ['p.owner_id = :user']),
    ],
    bindings: numbersOf(sent),
  });
}

const advancedSearch = searches(
  '/search/advanced',
  'Searches questions by whatever is known of them; `tagged` asks for any of the tags.',
  (request, sent) => {
    checkNottagged(sent);
    const words = wordsIn(sent, 'title body tags');
    return words && findKnown(request, sent, words);
  },
  { parameters: KNOWN },
);

const carriesOneOf = (list: string) =>
  `EXISTS (SELECT 1 FROM post_tags x WHERE x.site_id = :site AND x.post_id = q.id
     AND x.tag_id IN (SELECT id FROM tags WHERE site_id = :site AND name IN (${list})))`;

const excerpts = searches(
  '/search/excerpts',
  'Searches questions and answers, and shows where their words are found; without words, questions.',
  (request, sent) => {
    checkNottagged(sent);
    const { q, title, body, tagged = [], nottagged = [], user } = sent;
    const inQuestions = wordsIn(sent, 'title body tags');
    if (inQuestions === undefined) return undefined;
    const sought = JSON.stringify([...phrasesOf(plain(q)), ...[plain(title), plain(body)].filter(Boolean)]);
    if (inQuestions.length === 0) {
      const found = findKnown(request, sent, []);
      return found && { ...found, bindings: { ...found.bindings, sought } };
    }
    const texts = { questions: inQuestions, answers: title ? undefined : wordsIn(sent, 'body') };
    const [any, none] = [sqlList('any', tagged), sqlList('none', nottagged)];
    const hits = findHits(request, texts);
    return {
      ...('test' in hits ? { by: 'posts', test: hits.test('p.id') } : hits),
      any: texts.answers ? ['p.post_type = 1', 'p.post_type = 2'] : ['p.post_type = 1'],
      join: 'CROSS JOIN posts AS q ON q.site_id = :site AND q.id = coalesce(p.parent_id, p.id)',
      where: [
        'p.site_id = :site',
        'p.deleted_at IS NULL',
        'q.deleted_at IS NULL',
        ...statesOf(sent).map((state) => state.replaceAll('$', 'q')),
        ...(user === undefined ? [] : ['p.owner_id = :user']),
        ...(tagged.length > 0 ? [carriesOneOf(any.list)] : []),
        ...(nottagged.length > 0 ? [`NOT ${carriesOneOf(none.list)}`] : []),
      ],
      bindings: { ...any.bindings, ...none.bindings, ...numbersOf(sent), ...textBindings(texts), sought },
    };
  },
  { of: searchExcerpt, parameters: KNOWN },
);

export const searchRoutes: readonly Route[] = [search, advancedSearch, excerpts, similar];
