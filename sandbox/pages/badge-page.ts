import type { Statements } from '../world/database/statements.ts';
import { html, type Markup } from './markup.ts';

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const RECIPIENTS_SHOWN = 30;

/** @returns the title and body of a badge's page with who got it last; undefined where there is none */
export function badgePage(
  statements: Statements,
  site: string,
  id: number,
): { title: string; body: Markup } | undefined {
  const badge = statements.get(
    `SELECT b.site_id, b.name, b.rank, b.badge_type, b.description, s.name AS site,
            (SELECT count(*) FROM user_badges ub WHERE ub.site_id = b.site_id AND ub.badge_id = b.id) AS awards
       FROM badges b JOIN sites s ON s.id = b.site_id WHERE s.api_site_parameter = :site AND b.id = :id`,
    { site, id },
  );
  if (!badge) return undefined;
  const holders = statements.all(
    `SELECT u.id, u.display_name, ub.awarded_at FROM user_badges ub
      JOIN users u ON u.site_id = ub.site_id AND u.id = ub.user_id
      WHERE ub.site_id = :site AND ub.badge_id = :id ORDER BY ub.awarded_at DESC, ub.id DESC LIMIT ${RECIPIENTS_SHOWN}`,
    { site: Number(badge['site_id']), id },
  );
  const awards = Number(badge['awards']);
  const name = String(badge['name']);
  return {
    title: `${name} – ${String(badge['site'])}`,
    body: html`<p class="soft small"><a href="/sites/${site}">${String(badge['site'])}</a></p>
<h1>${name}</h1>
${badge['description'] !== null && html`<p>${String(badge['description'])}</p>`}
<p class="soft">A ${String(badge['rank'])} badge${badge['badge_type'] === 'tag_based' && ' of a tag'}. \
Given ${awards.toLocaleString('en')} ${awards === 1 ? 'time' : 'times'}.</p>
${
  holders.length > 0 &&
  html`<h2>Who got it last</h2>
<ul>${holders.map(
    (row) => html`<li><a href="/sites/${site}/users/${Number(row['id'])}">${String(row['display_name'])}</a> \
<span class="soft small">${date.format(Number(row['awarded_at']) * 1000)}</span></li>
`,
  )}</ul>`
}`,
  };
}
