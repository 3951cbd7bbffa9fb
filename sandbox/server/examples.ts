import { answerHere, readQuestion } from '../api/answer.ts';
import { ANY_APP, SCOPES } from '../api/caller.ts';
import { ApiError } from '../api/errors.ts';
import type { Network } from '../api/network.ts';
import type { PathOperation } from '../api/query/route.ts';
import { operationsOn } from '../api/routes/index.ts';
import { textOf, wrapperEnding } from '../api/send.ts';
import { grantToken } from '../oauth/apps.ts';
import type { Described } from '../openapi/document.ts';
import type { JsonMap } from '../openapi/schemas.ts';
import { inOnePiece, type Row } from '../world/database/statements.ts';

type Example = NonNullable<ReturnType<Described['examples']>>;

const TOKEN = 'example-token';

/**
 * Subjects of the examples: a question, whoever asked it, and what else paths name, each by the segment of the path
 * before its vector, or by the vector itself.
 */
const CAST = `SELECT s.api_site_parameter AS site, u.account_id AS account, u.id AS users, p.id AS questions,
    p.id AS posts, p.title, '${TOKEN}' AS "access-tokens", '${TOKEN}' AS apps, 404 AS errors,
    'default' AS filters, 'all_time' AS period,
    coalesce((SELECT id FROM users o WHERE o.site_id = s.id AND o.id <> u.id AND o.account_id IS NOT NULL
      ORDER BY reputation DESC LIMIT 1), u.id) AS toid,
    (SELECT id FROM posts WHERE site_id = s.id AND parent_id = p.id AND post_type = 2 AND deleted_at IS NULL
      ORDER BY score DESC LIMIT 1) AS answers,
    (SELECT id FROM comments WHERE site_id = s.id AND deleted_at IS NULL ORDER BY post_id = p.id DESC, id LIMIT 1)
      AS comments,
    (SELECT id FROM posts WHERE site_id = s.id AND post_type = 9 ORDER BY id LIMIT 1) AS articles,
    (SELECT slug FROM collectives WHERE site_id = s.id ORDER BY id LIMIT 1) AS collectives,
    (SELECT guid FROM revisions WHERE site_id = s.id ORDER BY post_id = p.id DESC LIMIT 1) AS revisions,
    (SELECT id FROM suggested_edits WHERE site_id = s.id ORDER BY id LIMIT 1) AS "suggested-edits",
    (SELECT badge_id FROM user_badges WHERE site_id = s.id ORDER BY id LIMIT 1) AS badges,
    (SELECT name FROM tags WHERE site_id = s.id ORDER BY count DESC, name LIMIT 1) AS tags
  FROM posts p JOIN sites s ON s.id = p.site_id JOIN users u ON u.site_id = p.site_id AND u.id = p.owner_id
  LEFT JOIN accounts a ON a.id = u.account_id
  WHERE p.post_type = 1 AND p.deleted_at IS NULL AND p.answer_count > 0 AND u.account_id IS NOT NULL
  ORDER BY a.is_demo DESC, p.comment_count > 0 DESC, p.score DESC LIMIT 1`;

/** Makes what can be written about, each by somebody else first and by the person second; it is taken back later. */
function writtenAbout({ world: { actions, clock } }: Network, cast: Row): Readonly<Record<string, number[]>> {
  const body = '<p>An example.</p>';
  // Nobody may write two comments at the same time.
  const place = { site: String(cast['site']), at: clock.now() - 60 };
  const people = [cast['toid'], cast['users']].map((id) => ({ ...place, userId: Number(id) }));
  const questions = people.map((by) => actions.ask({ ...by, title: String(cast['title']), body, tags: ['example'] }));
  // Each answers, and comments on, the question of the other.
  const answers = people.map((by, index) => actions.answer({ ...by, questionId: questions.at(1 - index) ?? 0, body }));
  const comments = people.map((by, index) => actions.comment({ ...by, postId: questions.at(1 - index) ?? 0, body }));
  return { questions, answers, comments, posts: answers };
}

/** Parameters without which an operation makes no sense, by path; a write takes all that it knows. */
const NEEDED: Readonly<Record<string, string>> = {
  '/search/excerpts': 'q',
  '/search': 'intitle',
  '/similar': 'title',
  '/filters/create': 'include',
};

function queryOf({ route, template }: PathOperation, cast: Row, id: number | undefined): Record<string, string> {
  const title = String(cast['title']);
  const [word = ''] = title.split(' ');
  const isGet = route.verb === 'GET';
  const values = isGet
    ? { q: word, intitle: word, title, include: '.total;question.body' }
    : {
        title: 'How is an example asked?',
        body: 'An example of a *text*, long enough.',
        tags: 'example;text',
        option_id: String((id ?? 0) * 100 + 1),
      };
  const named = Object.entries(values).filter(([name]) =>
    isGet ? name === NEEDED[template] : Object.hasOwn(route.parameters, name),
  );
  const site = route.site === 'required' ? { site: String(cast['site']) } : {};
  return { ...site, ...Object.fromEntries(named), ...(isGet && { pagesize: '2' }) };
}

/** Asks one operation as the example's person would. @throws ApiError where that cannot be */
function ask(network: Network, cast: Row, operation: PathOperation, id?: number): Example {
  const { route, template } = operation;
  const parts = template.split('/');
  const isOfAccount = /\/(?:associated|achievements|merges|network-activity)$/.test(template);
  const named: Row = isOfAccount ? { ...cast, users: cast['account'] ?? null } : cast;
  const segments = Object.fromEntries(
    [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
      const before = parts[parts.indexOf(`{${name}}`) - 1] ?? '';
      return [name, String(id ?? named[name] ?? named[before] ?? 1)];
    }),
  );
  const query = queryOf(operation, cast, id);
  const token = { accountId: Number(cast['account']), scopes: SCOPES };
  const caller = { ip: 'example', clientId: ANY_APP, token };
  const question = readQuestion(network, { ...operation, segments, query, version: 2.3, caller });
  const ending = wrapperEnding(question.wrapping, { max: 10_000, remaining: 9_999 }, undefined);
  const body = JSON.parse(textOf(answerHere(network, question)) + ending) as JsonMap;
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(segments[name] ?? ''));
  const isOpen = route.verb === 'GET' && !route.needs && !/^\/(?:me|access-tokens|apps)\b/.test(template);
  const search = new URLSearchParams(query).toString();
  return { address: isOpen ? `${network.self()}/2.3${path}${search && `?${search}`}` : undefined, body };
}

/**
 * Asks an operation; a write on what is somebody else's, where that can be, or else on the person's own, and one that
 * takes a write back after that write.
 */
function exampleOf(network: Network, cast: Row, operation: PathOperation, all: readonly PathOperation[]): Example {
  const { route, template } = operation;
  if (route.verb === 'GET') return ask(network, cast, operation);
  const done = all.find((other) => `${other.template}/undo` === template);
  const [others, own] = writtenAbout(network, cast)[template.split('/')[1] ?? ''] ?? [];
  const attempt = (id: number | undefined) =>
    inOnePiece(network.world.db, false, () => {
      if (done) ask(network, cast, done, id);
      return ask(network, cast, operation, id);
    });
  try {
    return attempt(others);
  } catch (error) {
    if (error instanceof ApiError) return attempt(own);
    throw error;
  }
}

/** Asks every operation once. What is written on the way is taken back, so nothing is left of it. */
function gather(network: Network): ReadonlyMap<string, Example> {
  const { statements, world } = network;
  const cast = statements.get(CAST);
  const found = new Map<string, Example>();
  const all = operationsOn(network.behaviour);
  if (!cast) return found;
  for (const operation of all) {
    world.db.exec('BEGIN IMMEDIATE');
    try {
      const grant = { token: TOKEN, accountId: Number(cast['account']), scopes: ['read_inbox'] as const };
      grantToken(statements, { ...grant, clientId: 'demo' }, world.clock.now());
      found.set(operation.template, exampleOf(network, cast, operation, all));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (!(error instanceof ApiError)) network.log(`There is no example of ${operation.template}: ${why}`);
    } finally {
      world.db.exec('ROLLBACK');
    }
  }
  return found;
}

/**
 * Returns a function that gives a real answer to an operation by its path template. All of them are asked when the
 * first is wanted; what cannot be asked here (in a world without people, say) has none.
 */
export function createExamples(network: Network): Described['examples'] {
  let found: ReadonlyMap<string, Example> | undefined;
  // Where a key belongs may be changed while the network runs.
  const withKey = (address: string) =>
    network.behaviour.credentials === 'header' ? address : `${address}${address.includes('?') ? '&' : '?'}key=demo-key`;
  return (template) => {
    const example = (found ??= gather(network)).get(template);
    return example && { ...example, address: example.address && withKey(example.address) };
  };
}
