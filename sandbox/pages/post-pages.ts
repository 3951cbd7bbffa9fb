import { decodeHTML } from 'entities';
import type { Row, Statements } from '../world/database/statements.ts';
import { textKey } from '../world/database/text.ts';
import { htmlSafe } from '../world/text-of-html.ts';
import { html, Markup, shownTime, type PageContent } from './layout.ts';

/** Site of a page, and its name in addresses. */
export interface PageSite {
  readonly id: number;
  readonly name: string;
  readonly parameter: string;
}

const nameOf = (row: Row) => String(row['display_name'] ?? row['owner_name'] ?? 'somebody who left');

const byline = (row: Row, verb: string) =>
  html`<p class="soft small">${verb} by <b>${nameOf(row)}</b>, ${shownTime(row['created_at'])} \
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
<span class="soft">– ${nameOf(row)}, ${shownTime(row['created_at'])}</span></li>
`,
)}</ul>`;
}

const ARTICLE = 9;

/** Returns the page of a question or article with answers and comments, or undefined where there is no such. */
export function questionPage(statements: Statements, site: PageSite, id: number): PageContent | undefined {
  const question = statements.get(posts(`p.id = :id AND p.post_type IN (1, ${ARTICLE})`), { site: site.id, id });
  if (!question) return undefined;
  const answers = statements.all(
    `${posts('p.parent_id = :id AND p.post_type = 2')} ORDER BY p.id = :accepted DESC, p.score DESC, p.id`,
    { site: site.id, id, accepted: question['accepted_answer_id'] ?? null },
  );
  const tags = String(question['tags'] ?? '')
    .split('|')
    .filter(Boolean);
  const title = String(question['title']);
  const closed =
    question['closed_at'] !== null &&
    html`<p class="notice">Closed ${shownTime(question['closed_at'])}: ${String(question['closed_reason'] ?? '')}</p>`;
  return {
    title: `${title} – ${site.name}`,
    body: html`<p class="soft small">${site.name}</p>
<h1>${title}</h1>
${byline(question, question['post_type'] === ARTICLE ? 'Written' : 'Asked')}
${closed}
${postHtml(String(question['body']))}
<ul class="tags" aria-label="Tags">${tags.map((tag) => html`<li>${tag}</li>`)}</ul>
${comments(statements, site.id, question)}
${
  question['post_type'] !== ARTICLE && html`<h2>${answers.length === 1 ? '1 answer' : `${answers.length} answers`}</h2>`
}
${answers.map(
  (answer) => html`<article id="answer-${Number(answer['id'])}">
${answer['id'] === question['accepted_answer_id'] && html`<p><b>✓ Accepted</b></p>`}
${postHtml(String(answer['body']))}
${byline(answer, 'Answered')}
${comments(statements, site.id, answer)}
</article>
`,
)}`,
  };
}

/** Returns a collective's page with its tags, or undefined where there is no such collective. */
export function collectivePage(statements: Statements, site: PageSite, slug: string): PageContent | undefined {
  const bindings = { site: site.id, slug };
  const found = statements.get('SELECT * FROM collectives WHERE site_id = :site AND slug = :slug', bindings);
  if (!found) return undefined;
  const tags = statements.all(
    `SELECT t.name FROM collective_tags c CROSS JOIN tags t ON t.site_id = c.site_id AND t.id = c.tag_id
      WHERE c.site_id = :site AND c.collective_id = :id ORDER BY t.name`,
    { site: site.id, id: found['id'] ?? null },
  );
  const name = String(found['name']);
  return {
    title: `${name} – ${site.name}`,
    body: html`<p class="soft small">${site.name}</p>
<h1>${name}</h1>
<p>${String(found['description'])}</p>
<ul class="tags" aria-label="Tags">${tags.map((tag) => html`<li>${String(tag['name'])}</li>`)}</ul>`,
  };
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const RECIPIENTS_SHOWN = 30;

/** Returns a badge's page with who got it last, or undefined where there is no such badge. */
export function badgePage(statements: Statements, site: PageSite, id: number): PageContent | undefined {
  const badge = statements.get(
    `SELECT b.name, b.rank, b.badge_type, b.description,
            (SELECT count(*) FROM user_badges ub WHERE ub.site_id = b.site_id AND ub.badge_id = b.id) AS awards
       FROM badges b WHERE b.site_id = :site AND b.id = :id`,
    { site: site.id, id },
  );
  if (!badge) return undefined;
  const holders = statements.all(
    `SELECT u.id, u.display_name, ub.awarded_at FROM user_badges ub
      JOIN users u ON u.site_id = ub.site_id AND u.id = ub.user_id
      WHERE ub.site_id = :site AND ub.badge_id = :id ORDER BY ub.awarded_at DESC, ub.id DESC LIMIT ${RECIPIENTS_SHOWN}`,
    { site: site.id, id },
  );
  const awards = Number(badge['awards']);
  const name = String(badge['name']);
  return {
    title: `${name} – ${site.name}`,
    body: html`<p class="soft small"><a href="/sites/${site.parameter}">${site.name}</a></p>
<h1>${name}</h1>
${badge['description'] !== null && html`<p>${String(badge['description'])}</p>`}
<p class="soft">A ${String(badge['rank'])} badge${badge['badge_type'] === 'tag_based' && ' of a tag'}. \
Given ${awards.toLocaleString('en')} ${awards === 1 ? 'time' : 'times'}.</p>
${
  holders.length > 0 &&
  html`<h2>Who got it last</h2>
<ul>${holders.map(
    (row) => html`<li><a href="/sites/${site.parameter}/users/${Number(row['id'])}">${String(row['display_name'])}</a> \
<span class="soft small">${day.format(Number(row['awarded_at']) * 1000)}</span></li>
`,
  )}</ul>`
}`,
  };
}

/** Elements that may stand in a post; they keep no attributes but a link's address. */
const ALLOWED_ELEMENTS = new Set(
  (
    'a b blockquote code dd del dl dt em h1 h2 h3 h4 h5 h6 i kbd li ol p pre s strong sub sup table tbody td th ' +
    'thead tr ul'
  ).split(' '),
);
const VOID_ELEMENTS = new Set(['br', 'hr']);
/** Elements whose content is not text for people. */
const DROPPED_ELEMENTS =
  /<(script|style|template|iframe|object|svg|math|textarea|title|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const TAG_OR_COMMENT = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi;

function opening(name: string, attributes: string): string {
  if (name !== 'a') return `<${name}>`;
  const quoted = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes);
  const address = decodeHTML(quoted?.[1] ?? quoted?.[2] ?? '');
  return /^https?:\/\//i.test(address) ? `<a href="${htmlSafe(address)}" rel="nofollow noopener noreferrer">` : '<a>';
}

/**
 * The HTML of a post, built anew so that it can stand in a page whatever it was: text is decoded and escaped again,
 * and only known elements are written, each of them closed.
 */
export function postHtml(source: string): Markup {
  const input = source.replace(DROPPED_ELEMENTS, '');
  const open: string[] = [];
  let output = '';
  let last = 0;
  const text = (from: number, to: number) => {
    output += htmlSafe(decodeHTML(input.slice(from, to)));
  };
  for (const match of input.matchAll(TAG_OR_COMMENT)) {
    text(last, match.index);
    last = match.index + match[0].length;
    const name = match[2]?.toLowerCase() ?? '';
    if (VOID_ELEMENTS.has(name)) output += `<${name}>`;
    else if (!ALLOWED_ELEMENTS.has(name)) continue;
    else if (match[1] !== '/') {
      output += opening(name, match[3] ?? '');
      open.push(name);
    } else if (open.includes(name)) {
      let closed: string | undefined;
      while (closed !== name && (closed = open.pop()) !== undefined) output += `</${closed}>`;
    }
  }
  text(last, input.length);
  while (open.length > 0) output += `</${open.pop() ?? ''}>`;
  return new Markup(output);
}
