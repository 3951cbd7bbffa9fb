import { answerHere, readQuestion } from '../api/answer.ts';
import { ANY_APP, SCOPES, type Caller, type Query } from '../api/caller.ts';
import { ApiError } from '../api/errors.ts';
import type { Network } from '../api/network.ts';
import type { Route } from '../api/query/route.ts';
import { routesOn } from '../api/routes/index.ts';
import { textOf, wrapperEnding } from '../api/send.ts';
import { grantToken } from '../oauth/apps.ts';
import type { Example, Examples } from './document.ts';
import type { JsonMap } from './json.ts';

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
  const siteId = Number(asker['site_id']);
  const userId = Number(asker['user_id']);
  const other = statements.get(
    `SELECT id FROM users WHERE site_id = :siteId AND id <> :userId AND account_id IS NOT NULL
       ORDER BY reputation DESC LIMIT 1`,
    { siteId, userId },
  );
  return {
    site: String(asker['site']),
    siteId,
    me: { accountId: Number(asker['account_id']), userId },
    other: Number(other?.['id'] ?? userId),
    question: Number(asker['question']),
    title: String(asker['title']),
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

/** What stands in the path, by the segment before it. */
function pathValue(network: Network, cast: Cast, template: string, before: string): string {
  const id = (sql: string) =>
    String(network.statements.get(sql, { site: cast.siteId, question: cast.question })?.['id'] ?? 1);
  const answer = `SELECT id FROM posts
    WHERE site_id = :site AND parent_id = :question AND post_type = 2 AND deleted_at IS NULL
    ORDER BY score DESC LIMIT 1`;
  switch (before) {
    case 'articles':
      return id('SELECT id FROM posts WHERE site_id = :site AND post_type = 9 ORDER BY id LIMIT 1');
    case 'collectives':
      return id('SELECT slug AS id FROM collectives WHERE site_id = :site ORDER BY id LIMIT 1');
    case 'revisions':
      return id('SELECT guid AS id FROM revisions WHERE site_id = :site ORDER BY post_id = :question DESC LIMIT 1');
    case 'suggested-edits':
      return id('SELECT id FROM suggested_edits WHERE site_id = :site ORDER BY id LIMIT 1');
    case 'questions':
    case 'posts':
      return String(cast.question);
    case 'answers':
      return id(answer);
    case 'users':
      return String(
        /\/(?:associated|achievements|merges|network-activity)$/.test(template) ? cast.me.accountId : cast.me.userId,
      );
    case 'comments':
      return id(
        `SELECT id FROM comments WHERE site_id = :site AND deleted_at IS NULL
           ORDER BY post_id = :question DESC, id LIMIT 1`,
      );
    case 'badges':
      return id('SELECT badge_id AS id FROM user_badges WHERE site_id = :site ORDER BY id LIMIT 1');
    case 'tags':
      return id('SELECT name AS id FROM tags WHERE site_id = :site ORDER BY count DESC, name LIMIT 1');
    case 'errors':
      return '404';
    case 'filters':
      return 'default';
    case 'access-tokens':
    case 'apps':
      return EXAMPLE_TOKEN;
    default:
      return 'all_time';
  }
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
  const texts = {
    title: 'How is an example asked?',
    body: 'An example of a *text*, long enough.',
    tags: 'example;text',
  };
  const all: Record<string, string> = { ...texts, option_id: String(id * 100 + 1) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(parameters, name)));
}

/** Asks one operation as the example's person would. @throws ApiError where that cannot be */
function ask(network: Network, cast: Cast, route: Route, template: string): Example {
  const segments: Record<string, string> = {};
  const parts = template.split('/');
  for (const [index, part] of parts.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) continue;
    segments[name] =
      name === 'toid'
        ? String(cast.other)
        : route.verb === 'POST'
          ? writtenAbout(network, cast, template)
          : pathValue(network, cast, template, name === 'period' ? 'period' : (parts[index - 1] ?? ''));
  }
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
  return (_verb, template) => found.get(template);
}
