import { badParameter } from '../../errors.ts';
import { defineRoute } from '../../query/route.ts';
import { allOf, oneOf } from '../../query/text-search.ts';
import { question } from '../../objects/posts/question.ts';
import { wholeWords } from '../../../world/text-of-html.ts';
import { SearchText, Whole, YesOrNo } from '../parameter-schemas.ts';
import { findQuestions } from './find-questions.ts';
import { SEARCH_SORTS } from './question-sorts.ts';
import { TagNames } from './tag-names.ts';

const common = {
  site: 'required',
  of: question,
  from: ['posts', 'p'],
  tie: '$.id',
  created: '$.created_at',
  sorts: SEARCH_SORTS,
} as const;

/** As text is searched: in small letters, on one line. */
const plain = (text: string | undefined) => text?.replace(/\s+/g, ' ').trim().toLowerCase() ?? '';

export const search = defineRoute({
  ...common,
  summary: 'Searches questions by tags, any of which will do, and by their title.',
  name: '/search',
  paths: ['/search'],
  parameters: { tagged: TagNames.optional(), nottagged: TagNames.optional(), intitle: SearchText.optional() },
  select(request, { tagged = [], nottagged = [], intitle }) {
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
});

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

export const similar = defineRoute({
  ...common,
  summary: 'Searches questions whose titles share words with this one.',
  name: '/similar',
  paths: ['/similar'],
  parameters: { title: SearchText.optional(), tagged: TagNames.optional(), nottagged: TagNames.optional() },
  select(request, { title, tagged, nottagged }) {
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
});

/** Words, and what stands between two quotes as one piece (docs/api.md, "Tags and search"). */
const phrasesOf = (text: string): string[] =>
  [
    ...new Set([...text.matchAll(/"([^"]*)"|[^\s"]+/g)].map(([word, phrase = word]) => phrase.trim()).filter(Boolean)),
  ].slice(0, MAX_WORDS);

const condition = (value: boolean | undefined, sql: string): string[] =>
  value === undefined ? [] : [value ? `(${sql})` : `NOT (${sql})`];

export const advancedSearch = defineRoute({
  ...common,
  summary: 'Searches questions by whatever is known of them; `tagged` asks for any of the tags.',
  name: '/search/advanced',
  paths: ['/search/advanced'],
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
  select(request, sent) {
    const { q, body, nottagged = [], tagged = [], title, user, url, views, answers, ...states } = sent;
    const others = Object.entries(sent).filter(([name, value]) => name !== 'nottagged' && value !== undefined);
    if (nottagged.length > 0 && others.length === 0)
      throw badParameter('nottagged', '`nottagged` needs another parameter to go with it');
    const asked = [
      q ? allOf('title body tags', phrasesOf(plain(q))) : '',
      title ? allOf('title', [plain(title)]) : '',
      body ? allOf('body', [plain(body)]) : '',
      // `*` stands for anything between the words of an address.
      url ? allOf('links', plain(url).split('*').filter(Boolean)) : '',
    ];
    if (asked.includes(undefined)) return undefined;
    const words = asked.filter(Boolean);
    return findQuestions(request, {
      any: tagged,
      none: nottagged,
      ...(words.length > 0 ? { words: words.join(' AND ') } : {}),
      ...(user === undefined ? {} : { by: 'posts_owner' }),
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
      ],
      bindings: { answers: answers ?? null, views: views ?? null, user: user ?? null },
    });
  },
});
