import { createRandom } from './random.ts';
import { SITE_TEXTS } from './text/sites.ts';

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
