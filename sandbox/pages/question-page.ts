import type { Row, Statements } from '../world/database/statements.ts';
import { textKey } from '../world/database/text.ts';
import { html, Markup } from './markup.ts';
import { postHtml } from './post-html.ts';

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const when = (seconds: unknown) => `${date.format(Number(seconds) * 1000)} UTC`;

const nameOf = (row: Row) => String(row['display_name'] ?? row['owner_name'] ?? 'somebody who left');

const byline = (row: Row, verb: string) =>
  html`<p class="soft small">${verb} by <b>${nameOf(row)}</b>, ${when(row['created_at'])} \
· score ${Number(row['score'])}</p>`;

const posts = (condition: string) =>
  `SELECT p.*, b.body, u.display_name FROM posts p JOIN bodies b ON b.post_key = ${textKey('p.site_id', 'p.id')}
     LEFT JOIN users u ON u.site_id = p.site_id AND u.id = p.owner_id
    WHERE p.site_id = :site AND p.deleted_at IS NULL AND ${condition}`;

function comments(statements: Statements, site: number, post: Row): Markup | undefined {
  const rows = statements.all(
    `SELECT c.*, u.display_name FROM comments c LEFT JOIN users u ON u.site_id = c.site_id AND u.id = c.owner_id
      WHERE c.site_id = :site AND c.post_id = :post AND c.deleted_at IS NULL ORDER BY c.created_at, c.id`,
    { site, post: post['id'] ?? null },
  );
  if (rows.length === 0) return undefined;
  return html`<ul class="comments" aria-label="Comments">
${rows.map(
  (row) => html`<li id="comment-${Number(row['id'])}">${postHtml(String(row['body']))} \
<span class="soft">– ${nameOf(row)}, ${when(row['created_at'])}</span></li>
`,
)}</ul>`;
}

/** @returns the title and body of a question's page with its answers and comments; undefined where there is none */
export function questionPage(
  statements: Statements,
  site: string,
  id: number,
): { title: string; body: Markup } | undefined {
  const known = statements.get('SELECT id, name FROM sites WHERE api_site_parameter = :site', { site });
  if (!known) return undefined;
  const siteId = Number(known['id']);
  const question = statements.get(posts('p.id = :id AND p.post_type = 1'), { site: siteId, id });
  if (!question) return undefined;
  const answers = statements.all(
    `${posts('p.parent_id = :id AND p.post_type = 2')} ORDER BY p.id = :accepted DESC, p.score DESC, p.id`,
    { site: siteId, id, accepted: question['accepted_answer_id'] ?? null },
  );
  const tags = String(question['tags'] ?? '')
    .split('|')
    .filter(Boolean);
  const title = String(question['title']);
  const closed =
    question['closed_at'] !== null &&
    html`<p class="notice">Closed ${when(question['closed_at'])}: ${String(question['closed_reason'] ?? '')}</p>`;
  return {
    title: `${title} – ${String(known['name'])}`,
    body: html`<p class="soft small">${String(known['name'])}</p>
<h1>${title}</h1>
${byline(question, 'Asked')}
${closed}
${postHtml(String(question['body']))}
<ul class="tags" aria-label="Tags">${tags.map((tag) => html`<li>${tag}</li>`)}</ul>
${comments(statements, siteId, question)}
<h2>${answers.length === 1 ? '1 answer' : `${answers.length} answers`}</h2>
${answers.map(
  (answer) => html`<article id="answer-${Number(answer['id'])}">
${answer['id'] === question['accepted_answer_id'] && html`<p><b>✓ Accepted</b></p>`}
${postHtml(String(answer['body']))}
${byline(answer, 'Answered')}
${comments(statements, siteId, answer)}
</article>
`,
)}`,
  };
}
