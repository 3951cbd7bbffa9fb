import type { FastifyInstance } from 'fastify';
import { answerHere, readQuestion } from '../api/answer.ts';
import { ANY_APP, SCOPES, type Query } from '../api/caller.ts';
import { ApiError } from '../api/errors.ts';
import type { Network } from '../api/network.ts';
import { type Route, neededBy, routeOn } from '../api/query/route.ts';
import { routesOn } from '../api/routes/index.ts';
import { textOf, wrapperEnding, sendJson } from '../api/send.ts';
import type { CredentialPlace } from '../behaviour.ts';
import { grantToken } from '../oauth/apps.ts';
import { html, sendPage, type Markup } from '../pages/layout.ts';
import { inOnePiece, type Row } from '../world/database/statements.ts';
import {
  pathParameters,
  type Described,
  type Example,
  groupOf,
  openApiDocument,
  parametersOf,
  type Parameter,
} from './document.ts';
import type { JsonMap, Json } from './schemas.ts';

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

function queryOf(route: Route, template: string, cast: Row, id: number | undefined): Query {
  const title = String(cast['title']);
  const word = title.split(' ')[0] ?? '';
  const isGet = route.verb === 'GET';
  const words = 'An example of a *text*, long enough.';
  const written = { title: 'How is an example asked?', body: words, tags: 'example;text' };
  const values: Readonly<Record<string, string>> = {
    ...written,
    option_id: String((id ?? 0) * 100 + 1),
    ...(isGet && { q: word, intitle: word, include: '.total;question.body', title }),
  };
  const named = Object.entries(values).filter(([name]) =>
    isGet ? name === NEEDED[template] : Object.hasOwn(route.parameters, name),
  );
  const site = route.site === 'required' ? { site: String(cast['site']) } : {};
  return { ...site, ...Object.fromEntries(named), ...(isGet && { pagesize: '2' }) };
}

/** Asks one operation as the example's person would. @throws ApiError where that cannot be */
function ask(network: Network, cast: Row, route: Route, template: string, id?: number): Example {
  const parts = template.split('/');
  const isOfAccount = /\/(?:associated|achievements|merges|network-activity)$/.test(template);
  const named = isOfAccount ? { ...cast, users: cast['account'] } : cast;
  const segments = Object.fromEntries(
    pathParameters(template).map(({ name }) => {
      const before = parts[parts.indexOf(`{${name}}`) - 1] ?? '';
      return [name, String(id ?? named[name as keyof typeof named] ?? named[before as keyof typeof named] ?? 1)];
    }),
  );
  const query = queryOf(route, template, cast, id);
  const token = { accountId: Number(cast['account']), scopes: SCOPES };
  const caller = { ip: 'example', clientId: ANY_APP, token };
  const question = readQuestion(network, { route, template, segments, query, version: 2.3, caller });
  const ending = wrapperEnding(question.wrapping, { max: 10_000, remaining: 9_999 }, undefined);
  const body = JSON.parse(textOf(answerHere(network, question)) + ending) as JsonMap;
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(segments[name] ?? ''));
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return { url: search ? `${path}?${search}` : path, body };
}

/** Tries a write on what is somebody else's, then on the person's own; what takes a write back comes after that. */
function write(network: Network, cast: Row, route: Route, template: string): Example {
  const done = routesOn(network.behaviour).find(({ name }) => `${name}/undo` === template);
  const ids = writtenAbout(network, cast)[template.split('/')[1] ?? ''] ?? [undefined];
  const attempt = (id: number | undefined) =>
    inOnePiece(network.world.db, false, () => {
      if (done) ask(network, cast, done, done.name, id);
      return ask(network, cast, route, template, id);
    });
  try {
    return attempt(ids[0]);
  } catch (error) {
    if (error instanceof ApiError) return attempt(ids.at(-1));
    throw error;
  }
}

/**
 * Asks every operation once and keeps the answers. What is written on the way is taken back, so nothing is left of it.
 * An operation that cannot be asked here (in a world without people, say) has no example.
 */
function gatherExamples(network: Network): Described['examples'] {
  const { statements, world } = network;
  const cast = statements.get(CAST);
  const found = new Map<string, Example>();
  for (const route of cast ? routesOn(network.behaviour) : [])
    for (const template of route.paths) {
      if (!cast) break;
      world.db.exec('BEGIN IMMEDIATE');
      try {
        const grant = { token: TOKEN, accountId: Number(cast['account']), scopes: ['read_inbox'] as const };
        grantToken(statements, { ...grant, clientId: 'demo' }, world.clock.now());
        found.set(template, (route.verb === 'POST' ? write : ask)(network, cast, route, template));
      } catch (error) {
        if (!(error instanceof ApiError))
          network.log(`There is no example of ${template}: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        world.db.exec('ROLLBACK');
      }
    }
  return (template) => found.get(template);
}

const inWords = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

function parameterRow({ name, required, description, schema }: Parameter): Markup {
  const values = schema['enum'];
  const { default: usual } = schema;
  return html`<tr><th scope="row"><code>${name}</code>\
${required && html` <span class="soft small">required</span>`}</th>
<td>${Array.isArray(values) ? values.join(', ') : inWords(schema['type'] ?? 'text')}\
${usual !== undefined && html`, otherwise ${inWords(usual)}`}\
${description !== undefined && html`<br><span class="soft small">${description}</span>`}</td></tr>
`;
}

/** Returns who may call an operation, in words. */
function needsInWords(route: Route, template: string, place: CredentialPlace): string {
  const needed = neededBy(route, template);
  if (needed === undefined) return 'Anyone may ask.';
  const scope = needed === 'token' ? '' : ` with the scope ${needed}`;
  if (place === 'header') return `Needs an access_token${scope} in the header Authorization.`;
  return `Needs an access_token${scope}${needed === 'token' ? ' and' : ', and'} a key.`;
}

function operation(route: Route, template: string, { self, behaviour: { credentials }, examples }: Described): Markup {
  const example = examples(template);
  const isOpen = route.verb === 'GET' && !route.needs && !/^\/(?:me|access-tokens|apps)\b/.test(template);
  const key = credentials === 'header' ? '' : `${example?.url.includes('?') ? '&' : '?'}key=demo-key`;
  const address = example && isOpen && `${self}/2.3${example.url}${key}`;
  return html`<details id="${`${route.verb} ${template}`}">
<summary><span class="verb">${route.alsoPost === true ? 'GET, POST' : route.verb}</span> <code>${template}</code>\
<br><span class="soft small">${route.summary}</span></summary>
<p>${needsInWords(route, template, credentials)}${route.since !== undefined && html` Since version ${route.since}.`} \
The items are <code>${route.of.name}</code> objects.</p>
<table>${[...pathParameters(template), ...parametersOf(route)].map(parameterRow)}</table>
${address && html`<p class="small"><a href="${address}">${address}</a></p>`}
${example && html`<pre tabindex="0">${JSON.stringify(example.body, null, 2)}</pre>`}
</details>
`;
}

/** The API to read: every operation with its parameters and a real answer, grouped by what it is about. */
function referenceBody(described: Described): Markup {
  const { self, behaviour } = described;
  const operations = routesOn(behaviour).flatMap((route) =>
    route.paths.map((template) => ({ route: routeOn(behaviour, route, template), template })),
  );
  const groups = [...new Set(operations.map(({ template }) => groupOf(template)))];
  return html`<h1>What can be asked here</h1>
<p>Every operation goes under <code>${self}/2.3</code>; the answers below are this network’s own. \
The same as a document for tools:
<a href="/_sandbox/openapi.json">OpenAPI 3.1</a>.</p>
${groups.map(
  (group) => html`<h2>${group}</h2>
${operations
  .filter(({ template }) => groupOf(template) === group)
  .map(({ route, template }) => operation(route, template, described))}`,
)}`;
}

/** Adds the description of the API, for tools at `/_sandbox/openapi.json` and for people at `/_sandbox/docs`. */
export function registerDescription(app: FastifyInstance, network: Network): void {
  let examples: Described['examples'] | undefined;
  const described = () => ({
    self: network.self(),
    behaviour: network.behaviour,
    examples: (examples ??= gatherExamples(network)),
  });
  app.get('/_sandbox/openapi.json', (_request, reply) => sendJson(reply, 200, openApiDocument(described())));
  for (const path of ['/_sandbox/docs', '/_sandbox/docs/'])
    app.get(path, (_request, reply) => {
      const title = 'What can be asked here';
      sendPage(reply, network, { title, body: referenceBody(described()), wide: true });
    });
}
