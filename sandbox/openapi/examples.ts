import { answerHere, readQuestion } from '../api/answer.ts';
import { ANY_APP, SCOPES, type Caller, type Query } from '../api/caller.ts';
import { ApiError } from '../api/errors.ts';
import type { Network } from '../api/network.ts';
import type { Route } from '../api/query/route.ts';
import { routesOn } from '../api/routes/index.ts';
import { textOf, wrapperEnding } from '../api/send.ts';
import { grantToken } from '../oauth/apps.ts';
import type { Example, Examples } from './document.ts';
import { pathParameters } from './parameters.ts';
import type { JsonMap } from './schemas.ts';

/** Who and what the examples are about: somebody with a question of their own on the site with the most questions. */
interface Cast {
  site: string;
  siteId: number;
  me: { accountId: number; userId: number };
  other: number;
  question: number;
  title: string;
}

function findCast(network: Network): Cast | undefined {
  const { statements } = network;
  const asker = statements.get(
    `SELECT s.api_site_parameter AS site, s.id AS site_id, u.account_id, u.id AS user_id, p.id AS question, p.title
       FROM posts p JOIN sites s ON s.id = p.site_id JOIN users u ON u.site_id = p.site_id AND u.id = p.owner_id
       LEFT JOIN accounts a ON a.id = u.account_id
      WHERE p.post_type = 1 AND p.deleted_at IS NULL AND p.answer_count > 0 AND u.account_id IS NOT NULL
      ORDER BY a.is_demo DESC, p.comment_count > 0 DESC, p.score DESC LIMIT 1`,
  );
  if (!asker) return undefined;
  const { site, site_id: siteId = null, account_id: accountId, user_id: userId = null, question, title } = asker;
  const other = statements.get(
    `SELECT id FROM users WHERE site_id = :siteId AND id <> :userId AND account_id IS NOT NULL
       ORDER BY reputation DESC LIMIT 1`,
    { siteId, userId },
  );
  return {
    site: String(site),
    siteId: Number(siteId),
    me: { accountId: Number(accountId), userId: Number(userId) },
    other: Number(other?.['id'] ?? userId),
    question: Number(question),
    title: String(title),
  };
}

const EXAMPLE_TOKEN = 'example-token';

/** Makes what a write of the template is about, as it has to be for that; it is gone again afterwards. */
function writtenAbout({ world: { actions } }: Network, cast: Cast, template: string): string {
  const { site, title } = cast;
  const me = { site, userId: cast.me.userId };
  const other = { site, userId: cast.other };
  const body = '<p>An example.</p>';
  const [, kind = '', , ...act] = template.split('/');
  const isOthers = !['edit', 'delete', 'answers', 'comments'].includes(act[0] ?? '');
  const questionId = actions.ask({
    ...(isOthers && kind === 'questions' ? other : me),
    title,
    body,
    tags: ['example'],
  });
  const answerId = actions.answer({ ...(isOthers ? other : me), questionId, body });
  const commentId = actions.comment({ ...(kind === 'comments' && !isOthers ? me : other), postId: questionId, body });
  const postId = kind === 'answers' ? answerId : questionId;
  if (act[1] === 'undo') {
    if (act[0] === 'accept') actions.accept({ site, answerId });
    else if (act[0] === 'favorite') actions.favorite({ ...me, questionId });
    else if (kind === 'comments') actions.voteComment({ ...me, commentId });
    else actions.vote({ ...me, postId, direction: act[0] === 'upvote' ? 'up' : 'down' });
  }
  if (kind === 'questions' && act[0] === 'delete') actions.remove({ ...me, postId: answerId });
  return String(kind === 'comments' ? commentId : template.startsWith('/posts/') ? answerId : postId);
}

/** SQL of what a path names, by the segment before it, about the site `:site` and the question `:question`. */
const NAMED_IDS: Readonly<Record<string, string>> = {
  articles: 'SELECT id FROM posts WHERE site_id = :site AND post_type = 9 ORDER BY id LIMIT 1',
  collectives: 'SELECT slug AS id FROM collectives WHERE site_id = :site ORDER BY id LIMIT 1',
  revisions: 'SELECT guid AS id FROM revisions WHERE site_id = :site ORDER BY post_id = :question DESC LIMIT 1',
  'suggested-edits': 'SELECT id FROM suggested_edits WHERE site_id = :site ORDER BY id LIMIT 1',
  answers: `SELECT id FROM posts WHERE site_id = :site AND parent_id = :question AND post_type = 2
    AND deleted_at IS NULL ORDER BY score DESC LIMIT 1`,
  comments: `SELECT id FROM comments WHERE site_id = :site AND deleted_at IS NULL
    ORDER BY post_id = :question DESC, id LIMIT 1`,
  badges: 'SELECT badge_id AS id FROM user_badges WHERE site_id = :site ORDER BY id LIMIT 1',
  tags: 'SELECT name AS id FROM tags WHERE site_id = :site ORDER BY count DESC, name LIMIT 1',
};

/** Returns a vector of a path by its name and the segment before it. */
function pathValue({ statements }: Network, cast: Cast, template: string, name: string, before: string): string {
  const { siteId: site, question, me, other } = cast;
  const sql = NAMED_IDS[before];
  if (name === 'toid') return String(other);
  if (name === 'period') return 'all_time';
  if (sql !== undefined) return String(statements.get(sql, { site, question })?.['id'] ?? 1);
  const isOfAccount = /\/(?:associated|achievements|merges|network-activity)$/.test(template);
  const others = { users: isOfAccount ? me.accountId : me.userId, errors: 404, filters: 'default' };
  const known = {
    ...others,
    questions: question,
    posts: question,
    'access-tokens': EXAMPLE_TOKEN,
    apps: EXAMPLE_TOKEN,
  };
  return String(known[before as keyof typeof known]);
}

/** Parameters without which an operation makes no sense. */
const NEEDED_PARAMETERS: Readonly<Record<string, (cast: Cast) => Record<string, string>>> = {
  '/search/excerpts': ({ title }) => ({ q: title.split(' ')[0] ?? '' }),
  '/search': ({ title }) => ({ intitle: title.split(' ')[0] ?? '' }),
  '/similar': ({ title }) => ({ title }),
  '/filters/create': () => ({ include: '.total;question.body' }),
};

/** The parameters that a write cannot do without. */
function sentWith({ parameters }: Route, id: number): Record<string, string> {
  const all: Record<string, string> = {
    title: 'How is an example asked?',
    body: 'An example of a *text*, long enough.',
    tags: 'example;text',
    option_id: String(id * 100 + 1),
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(parameters, name)));
}

/** Asks one operation as the example's person would. @throws ApiError where that cannot be */
function ask(network: Network, cast: Cast, route: Route, template: string): Example {
  const parts = template.split('/');
  const segments = Object.fromEntries(
    pathParameters(template).map(({ name }) => [
      name,
      route.verb === 'POST'
        ? writtenAbout(network, cast, template)
        : pathValue(network, cast, template, name, parts[parts.indexOf(`{${name}}`) - 1] ?? ''),
    ]),
  );
  const query: Query = {
    ...(route.site === 'required' ? { site: cast.site } : {}),
    ...NEEDED_PARAMETERS[template]?.(cast),
    ...(route.verb === 'GET' ? { pagesize: '2' } : {}),
    ...(route.verb === 'POST' ? sentWith(route, Number(segments['id'])) : {}),
  };
  const caller: Caller = { ip: 'example', clientId: ANY_APP, token: { accountId: cast.me.accountId, scopes: SCOPES } };
  const question = readQuestion(network, { route, template, segments, query, version: 2.3, caller });
  const body = JSON.parse(
    textOf(answerHere(network, question)) +
      wrapperEnding(question.wrapping, { max: 10_000, remaining: 9_999 }, undefined),
  ) as JsonMap;
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(segments[name] ?? ''));
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return { url: search ? `${path}?${search}` : path, body };
}

/**
 * Asks every operation once and keeps the answers. What is written on the way is taken back, so nothing is left of it.
 * An operation that cannot be asked here (in a world without people, say) has no example.
 */
export function gatherExamples(network: Network): Examples {
  const cast = findCast(network);
  const found = new Map<string, Example>();
  const { db } = network.world;
  for (const route of cast ? routesOn(network.behaviour) : [])
    for (const template of route.paths) {
      if (!cast) break;
      db.exec('BEGIN IMMEDIATE');
      try {
        grantToken(
          network.statements,
          { token: EXAMPLE_TOKEN, accountId: cast.me.accountId, scopes: ['read_inbox'], clientId: 'demo' },
          network.world.clock.now(),
        );
        found.set(template, ask(network, cast, route, template));
      } catch (error) {
        if (!(error instanceof ApiError))
          network.log(`There is no example of ${template}: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        db.exec('ROLLBACK');
      }
    }
  return (template) => found.get(template);
}
