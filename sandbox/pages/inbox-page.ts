import type { FastifyInstance } from 'fastify';
import type { Network } from '../api/network.ts';
import type { Row } from '../world/database/statements.ts';
import { leadToLogIn } from './log-in/log-in.ts';
import { comesFromElsewhere, signedIn } from './log-in/session.ts';
import { html, type Markup } from './markup.ts';
import { sendPage } from './page.ts';

/** Where somebody who is logged in reads their inbox on the network's own pages. */
export const INBOX_ADDRESS = '/inbox';

const MAX_ITEMS = 100;

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

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
${date.format(Number(row['created_at']) * 1000)} UTC</p>
${isUnread && readButton('item_id', String(row['id']), 'Read it there')}
</article>
`;
}

function inboxBody(network: Network, accountId: number): Markup {
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

interface ReadForm {
  item_id?: unknown;
  what?: unknown;
}

/** Adds the page where people read what their clients tell them of, too. */
export function registerInbox(app: FastifyInstance, network: Network): void {
  app.get(INBOX_ADDRESS, (request, reply) => {
    const person = signedIn(network.statements, request);
    if (person === undefined) return leadToLogIn(reply, INBOX_ADDRESS);
    sendPage(reply, 200, network.secret(), { title: 'Inbox', body: inboxBody(network, person), wide: true });
  });
  app.post(`${INBOX_ADDRESS}/read`, (request, reply) => {
    const accountId = signedIn(network.statements, request);
    if (accountId === undefined) return leadToLogIn(reply, INBOX_ADDRESS);
    const { item_id: item, what } = (request.body ?? {}) as ReadForm;
    const isItem = typeof item === 'string' && /^\d{1,15}$/.test(item);
    if (comesFromElsewhere(request) || !(isItem || what === 'inbox' || what === 'achievements'))
      return sendPage(reply, 400, network.secret(), {
        title: 'Nothing was read',
        body: html`<h1>Nothing was read</h1><p><a href="${INBOX_ADDRESS}">Your inbox</a></p>`,
      });
    const { actions } = network.world;
    if (!isItem) actions.readOnWebsite({ accountId, what: what === 'inbox' ? 'inbox' : 'achievements' });
    else if (ownsItem(network, accountId, Number(item)))
      actions.readOnWebsite({ accountId, itemId: Number(item), what: 'inbox' });
    reply.code(303).header('location', INBOX_ADDRESS).header('cache-control', 'no-store').send();
  });
}

const ownsItem = ({ statements }: Network, accountId: number, itemId: number): boolean =>
  statements.get('SELECT 1 FROM inbox_items WHERE account_id = :accountId AND id = :itemId', { accountId, itemId }) !==
  undefined;
