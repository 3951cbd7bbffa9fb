import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Network } from '../api/network.ts';
import type { Statements } from '../world/database/statements.ts';
import { createRandom } from '../world/random.ts';
import { SITE_TEXTS } from '../world/text/sites.ts';
import { INBOX_ADDRESS, registerInbox } from './inbox-page.ts';
import { html, sendPage, type Markup, type PageContent } from './layout.ts';
import { registerLogIn } from './log-in.ts';
import { badgePage, collectivePage, questionPage, type PageSite } from './post-pages.ts';

const picture = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">${content}</svg>`;

/** White drawings on a rounded square, one for each main site. */
const DRAWINGS: Readonly<Record<string, string>> = {
  loops:
    '<path d="M20 46V26a8 8 0 0 1 16 0v12a6 6 0 0 0 12 0V18" fill="none" stroke="#fff" stroke-width="5" ' +
    'stroke-linecap="round"/><circle cx="20" cy="48" r="5" fill="#fff"/><circle cx="48" cy="16" r="5" fill="#fff"/>',
  beds:
    '<path d="M32 52V28" stroke="#fff" stroke-width="5" stroke-linecap="round"/>' +
    '<path d="M32 34C18 34 14 24 14 16c12 0 18 6 18 18z" fill="#fff"/>' +
    '<path d="M32 28c0-10 6-15 18-15 0 9-5 16-18 15z" fill="#fff" opacity=".8"/>' +
    '<path d="M16 52h32" stroke="#fff" stroke-width="5" stroke-linecap="round"/>',
  spokes:
    '<circle cx="32" cy="32" r="19" fill="none" stroke="#fff" stroke-width="5"/>' +
    '<circle cx="32" cy="32" r="4" fill="#fff"/>' +
    '<path d="M32 13v38M13 32h38M18.6 18.6l26.8 26.8M45.4 18.6 18.6 45.4" stroke="#fff" stroke-width="2"/>',
  nightsky:
    '<path d="M42 41A17 17 0 1 1 27 15a14 14 0 0 0 15 26z" fill="#fff"/>' +
    '<path d="m45 14 1.8 4.2L51 20l-4.2 1.8L45 26l-1.8-4.2L39 20l4.2-1.8z" fill="#fff"/>' +
    '<circle cx="52" cy="34" r="2" fill="#fff"/>',
};

const PLAIN_RING =
  '<circle cx="32" cy="32" r="14" fill="none" stroke="#fff" stroke-width="5"/>' +
  '<circle cx="32" cy="32" r="4" fill="#fff"/>';

/**
 * A site's icon as SVG text; a meta site's is its main site's in grey, and any other site gets a plain ring.
 * @param apiSiteParameter as in the sites table
 */
export function siteIcon(apiSiteParameter: string): string {
  const key = apiSiteParameter.replace(/^meta\./, '');
  const site = SITE_TEXTS.find((text) => text.key === key);
  const color = site === undefined || key !== apiSiteParameter ? '#6B7280' : site.linkColor;
  return picture(`<rect width="64" height="64" rx="14" fill="${color}"/>${DRAWINGS[key] ?? PLAIN_RING}`);
}

/** A person's picture as SVG text: a symmetric pattern in a colour of their own. */
export function avatar(accountId: number): string {
  const random = createRandom(Math.imul(accountId, 0x85ebca6b));
  const hue = random.integer(0, 359);
  const cells: string[] = [];
  for (let row = 0; row < 5; row += 1)
    for (let column = 0; column < 3; column += 1) {
      if (!random.chance(0.52)) continue;
      for (const mirrored of new Set([column, 4 - column])) cells.push(`M${12 + mirrored * 8} ${12 + row * 8}h8v8h-8z`);
    }
  if (cells.length === 0) cells.push('M28 28h8v8h-8z');
  return picture(
    `<rect width="64" height="64" rx="10" fill="hsl(${hue} 45% 90%)"/>` +
      `<path d="${cells.join('')}" fill="hsl(${hue} 50% 38%)"/>`,
  );
}

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
