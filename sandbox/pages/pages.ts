import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Network } from '../api/network.ts';
import { fillInbox } from '../dump/inbox.ts';
import type { Row, Statements } from '../world/database/statements.ts';
import { createRandom } from '../world/random.ts';
import { SITE_TEXTS } from '../world/text/sites.ts';
import { html, sendPage, shownTime, type Markup, type PageContent } from './layout.ts';
import { comesFromElsewhere, leadToLogIn, signedIn, registerLogIn } from './log-in.ts';
import { badgePage, collectivePage, questionPage, type PageSite } from './post-pages.ts';

/**
 * The room `pages` makes the web pages of the sandbox: the question and badge pages that links in answers lead to, and
 * the front page that says what this is. It also makes posts safe to show.
 */

/** Where somebody who is logged in reads their inbox on the network's own pages. */
const INBOX_ADDRESS = '/inbox';

const MAX_ITEMS = 100;

const readButton = (name: string, value: string, words: string) => html`<form method="post" \
action="${INBOX_ADDRESS}/read"><input type="hidden" name="${name}" value="${value}"><button>${words}</button></form>`;

function itemRow(row: Row): Markup {
  const isUnread = row['is_unread'] === 1;
  const title = String(row['title']);
  const question = row['question_id'];
  const link =
    question === null
      ? title
      : html`<a href="/sites/${String(row['site'])}/questions/${Number(question)}">${title}</a>`;
  return html`<article${isUnread && html` class="unread"`}>
<p>${isUnread ? html`<b>${link}</b>` : link}</p>
<p class="soft small">${String(row['item_type']).replaceAll('_', ' ')} · ${String(row['name'])} · \
${shownTime(row['created_at'])}</p>
${isUnread && readButton('item_id', String(row['id']), 'Read it there')}
</article>
`;
}

function inboxBody(network: Network, accountId: number): Markup {
  fillInbox(network.statements, accountId);
  const rows = network.statements.all(
    `SELECT i.id, i.item_type, i.title, i.created_at, i.is_unread, i.question_id, s.name, s.api_site_parameter AS site
       FROM inbox_items i JOIN sites s ON s.id = i.site_id
      WHERE i.account_id = :accountId ORDER BY i.created_at DESC, i.id DESC LIMIT ${MAX_ITEMS}`,
    { accountId },
  );
  const unread = rows.filter((row) => row['is_unread'] === 1).length;
  return html`<h1>Your inbox</h1>
<p class="soft">${unread} unread. What is read on this page is read for every client: to an app, it was read there.</p>
<div class="actions">
${unread > 0 && readButton('what', 'inbox', 'Read all of it there')}
${readButton('what', 'achievements', 'Read the achievements there')}
</div>
${rows.map(itemRow)}`;
}

const ownsItem = ({ statements }: Network, accountId: number, itemId: number): boolean =>
  statements.get('SELECT 1 FROM inbox_items WHERE account_id = :accountId AND id = :itemId', { accountId, itemId }) !==
  undefined;

/** Adds the page where people read what their clients tell them of, too. */
function registerInbox(app: FastifyInstance, network: Network): void {
  const { statements, world } = network;
  app.get(INBOX_ADDRESS, (request, reply) => {
    const person = signedIn(statements, request);
    if (!person) return leadToLogIn(reply, INBOX_ADDRESS);
    sendPage(reply, network, { title: 'Inbox', body: inboxBody(network, person.accountId), wide: true });
  });
  app.post(`${INBOX_ADDRESS}/read`, (request, reply) => {
    const accountId = signedIn(statements, request)?.accountId;
    if (accountId === undefined) return leadToLogIn(reply, INBOX_ADDRESS);
    const { item_id: item, what } = (request.body ?? {}) as { item_id?: unknown; what?: unknown };
    const itemId = typeof item === 'string' && /^\d{1,15}$/.test(item) ? Number(item) : undefined;
    const isAll = what === 'inbox' || what === 'achievements';
    if (comesFromElsewhere(request) || (itemId === undefined && !isAll)) {
      const body = html`<h1>Nothing was read</h1><p><a href="${INBOX_ADDRESS}">Your inbox</a></p>`;
      return sendPage(reply, network, { title: 'Nothing was read', body }, 400);
    }
    if (itemId === undefined) world.actions.readOnWebsite({ accountId, what: isAll ? what : 'inbox' });
    else if (ownsItem(network, accountId, itemId)) world.actions.readOnWebsite({ accountId, itemId, what: 'inbox' });
    reply.code(303).header('location', INBOX_ADDRESS).header('cache-control', 'no-store').send();
  });
}

const picture = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">${content}</svg>`;

/** Drawing of sites that have none of their own. */
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
  return picture(`<rect width="64" height="64" rx="14" fill="${color}"/>${site?.drawing ?? PLAIN_RING}`);
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
