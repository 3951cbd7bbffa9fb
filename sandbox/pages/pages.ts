import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Network } from '../api/network.ts';
import { avatar, siteIcon } from '../world/icons.ts';
import { html, sendPage, type Markup, type PageContent } from './layout.ts';
import { badgePage, questionPage } from './post-pages.ts';
import { INBOX_ADDRESS, registerInbox } from './inbox-page.ts';
import { registerLogIn } from './log-in.ts';

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
    `SELECT s.name, s.audience, s.api_site_parameter,
            (SELECT count(*) FROM posts p
              WHERE p.site_id = s.id AND p.post_type = 1 AND p.deleted_at IS NULL) AS questions
       FROM sites s ORDER BY s.id`,
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

function sitePage({ statements }: Network, name: string): PageContent | undefined {
  const site = statements.get('SELECT id, name, audience FROM sites WHERE api_site_parameter = :name', {
    name,
  });
  if (!site) return undefined;
  const latest = statements.all(
    `SELECT id, title, answer_count FROM posts WHERE site_id = :site AND post_type = 1 AND deleted_at IS NULL
      ORDER BY last_activity_at DESC, id DESC LIMIT 30`,
    { site: Number(site['id']) },
  );
  return {
    title: String(site['name']),
    body: html`<h1>${String(site['name'])}</h1><p class="soft">${String(site['audience'])}</p>
<ul>${latest.map(
      (row) => html`<li><a href="/sites/${name}/questions/${Number(row['id'])}">${String(row['title'])}</a> \
<span class="soft small">${Number(row['answer_count'])} answers</span></li>
`,
    )}</ul>`,
  };
}

function userPage({ statements }: Network, name: string, id: number): PageContent | undefined {
  const user = statements.get(
    `SELECT u.display_name, u.reputation, u.location, u.account_id, s.name AS site FROM users u
      JOIN sites s ON s.id = u.site_id
      WHERE s.api_site_parameter = :name AND u.id = :id`,
    { name, id },
  );
  if (!user) return undefined;
  return {
    title: `${String(user['display_name'])} – ${String(user['site'])}`,
    body: html`<h1>${String(user['display_name'])}</h1>
<p>${Number(user['reputation']).toLocaleString('en')} reputation on \
<a href="/sites/${name}">${String(user['site'])}</a></p>
${user['location'] !== null && html`<p class="soft">${String(user['location'])}</p>`}`,
  };
}

/** Pages below a site's address: what one of it is called there, and what shows it. */
const PAGES_OF_SITES = { questions: questionPage, users: userPage, badges: badgePage };

/** Adds the pages that links in API objects lead to, the pictures, and the page that says what this is. */
export function registerPages(app: FastifyInstance, network: Network): void {
  registerLogIn(app, network);
  registerInbox(app, network);
  const notHere = {
    title: 'Not here',
    body: html`<h1>There is nothing here</h1><p>It may have been deleted. <a href="/">What this is</a></p>`,
  };
  const show = (reply: FastifyReply, page: PageContent | undefined) =>
    sendPage(reply, network, { ...(page ?? notHere), wide: true }, page ? 200 : 404);
  app.get('/', (_request, reply) => show(reply, { title: 'Sandbox network', body: home(network) }));
  app.get<{ Params: { site: string } }>('/sites/:site', ({ params }, reply) =>
    show(reply, sitePage(network, params.site)),
  );
  for (const [name, page] of Object.entries(PAGES_OF_SITES))
    app.get<{ Params: { site: string; id: string } }>(`/sites/:site/${name}/:id`, ({ params }, reply) =>
      show(reply, page(network, params.site, Number(params.id) || 0)),
    );
  app.get<{ Params: { name: string } }>('/icons/:name', ({ params }, reply) =>
    sendIcon(reply, siteIcon(params.name.replace(/\.svg$/, ''))),
  );
  app.get<{ Params: { name: string } }>('/avatars/:name', ({ params }, reply) =>
    sendIcon(reply, avatar(Number.parseInt(params.name, 10) || 0)),
  );
}
