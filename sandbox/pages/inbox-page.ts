import type { FastifyInstance } from 'fastify';
import type { Network } from '../api/network.ts';
import { fillInbox } from '../dump/inbox.ts';
import type { Row } from '../world/database/statements.ts';
import { html, sendPage, shownTime, type Markup } from './layout.ts';
import { comesFromElsewhere, leadToLogIn, signedIn } from './log-in.ts';

/** Where somebody who is logged in reads their inbox on the network's own pages. */
export const INBOX_ADDRESS = '/inbox';

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
export function registerInbox(app: FastifyInstance, network: Network): void {
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
