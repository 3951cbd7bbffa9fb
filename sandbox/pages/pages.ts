import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Network } from '../api/network.ts';
import type { Statements } from '../world/database/statements.ts';
import { avatar, siteIcon } from '../world/icons.ts';
import { INBOX_ADDRESS, registerInbox } from './inbox-page.ts';
import { html, sendPage, type Markup, type PageContent } from './layout.ts';
import { registerLogIn } from './log-in.ts';
import { badgePage, collectivePage, questionPage, type PageSite } from './post-pages.ts';

/**
 * The room `pages` makes the web pages of the sandbox: the question and badge pages that links in answers lead to, and
 * the front page that says what this is. It also makes posts safe to show.
 */

function sendIcon(reply: FastifyReply, svg: string): void {
  reply
    .header('content-type', 'image/svg+xml; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'public, max-age=86400')
    .send(svg);
}

function home(network: Network): Markup {
  const sites = network.statements.all(
    'SELECT s.name, s.audience, s.api_site_parameter, s.questions FROM sites s ORDER BY s.id',
  );
  const isDump = network.statements.get("SELECT 1 FROM meta WHERE key = 'dump'") !== undefined;
  const origin = isDump
    ? 'The people and their posts are from public data dumps, under CC BY-SA.'
    : 'The people and their posts are made up.';
  return html`<h1>A question-and-answer network of your own</h1>
<p>It runs on your machine so that a client can be tried without a real account. ${origin}</p>
<p class="soft">The API answers under <code>${network.self()}/2.3/</code>, \
sign-ins begin at <code>${network.self()}/oauth/dialog</code>.</p>
<p><a href="/_sandbox/docs">What can be asked</a>, with an answer to each. \
Sign-ins remember who you are until the browser is closed: <a href="/oauth/sign_out">sign out</a>. \
<a href="${INBOX_ADDRESS}">Your inbox</a> is read here, as on a network’s own pages.</p>
<h2>Sites</h2>
${sites.map(
  (site) => html`<article><b>${String(site['name'])}</b> <code>${String(site['api_site_parameter'])}</code>
<p class="soft small">${String(site['audience'])} · ${Number(site['questions']).toLocaleString('en')} questions · \
<a href="/sites/${String(site['api_site_parameter'])}">the latest</a></p></article>
`,
)}`;
}

function sitePage(statements: Statements, site: PageSite): PageContent {
  const audience = statements.get('SELECT audience FROM sites WHERE id = :site', { site: site.id })?.['audience'];
  const latest = statements.all(
    `SELECT id, title, answer_count FROM posts WHERE site_id = :site AND post_type = 1 AND deleted_at IS NULL
      ORDER BY last_activity_at DESC, id DESC LIMIT 30`,
    { site: site.id },
  );
  return {
    title: site.name,
    body: html`<h1>${site.name}</h1><p class="soft">${String(audience)}</p>
<ul>${latest.map(
      (row) => html`<li><a href="/sites/${site.parameter}/questions/${Number(row['id'])}">${String(row['title'])}</a> \
<span class="soft small">${Number(row['answer_count'])} answers</span></li>
`,
    )}</ul>`,
  };
}

function userPage(statements: Statements, site: PageSite, id: number): PageContent | undefined {
  const user = statements.get(
    'SELECT display_name, reputation, location FROM users WHERE site_id = :site AND id = :id',
    { site: site.id, id },
  );
  if (!user) return undefined;
  const name = String(user['display_name']);
  return {
    title: `${name} – ${site.name}`,
    body: html`<h1>${name}</h1>
<p>${Number(user['reputation']).toLocaleString('en')} reputation on \
<a href="/sites/${site.parameter}">${site.name}</a></p>
${user['location'] !== null && html`<p class="soft">${String(user['location'])}</p>`}`,
  };
}

/** Pages of a site by their addresses below it. */
const SITE_PAGES = {
  '': sitePage,
  '/questions/:id': questionPage,
  '/articles/:id': questionPage,
  '/users/:id': userPage,
  '/badges/:id': badgePage,
};

function findSite(statements: Statements, parameter: string): PageSite | undefined {
  const site = statements.get('SELECT id, name FROM sites WHERE api_site_parameter = :parameter', { parameter });
  return site && { id: Number(site['id']), name: String(site['name']), parameter };
}

/** Adds the pages that links in API objects lead to, the pictures, and the page that says what this is. */
export function registerPages(app: FastifyInstance, network: Network): void {
  registerLogIn(app, network);
  registerInbox(app, network);
  const { statements } = network;
  const notHere = {
    title: 'Not here',
    body: html`<h1>There is nothing here</h1><p>It may have been deleted. <a href="/">What this is</a></p>`,
  };
  const show = (reply: FastifyReply, page: PageContent | undefined) =>
    sendPage(reply, network, { ...(page ?? notHere), wide: true }, page ? 200 : 404);
  app.get('/', (_request, reply) => show(reply, { title: 'Sandbox network', body: home(network) }));
  for (const [address, page] of Object.entries(SITE_PAGES))
    app.get<{ Params: { site: string; id?: string } }>(`/sites/:site${address}`, ({ params }, reply) => {
      const site = findSite(statements, params.site);
      show(reply, site && page(statements, site, Number(params.id) || 0));
    });
  app.get<{ Params: { site: string; slug: string } }>('/sites/:site/collectives/:slug', ({ params }, reply) => {
    const site = findSite(statements, params.site);
    show(reply, site && collectivePage(statements, site, params.slug));
  });
  app.get<{ Params: { name: string } }>('/icons/:name', ({ params }, reply) =>
    sendIcon(reply, siteIcon(params.name.replace(/\.svg$/, ''))),
  );
  app.get<{ Params: { name: string } }>('/avatars/:name', ({ params }, reply) =>
    sendIcon(reply, avatar(Number.parseInt(params.name, 10) || 0)),
  );
}
