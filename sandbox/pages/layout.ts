import type { FastifyReply } from 'fastify';
import type { Network } from '../api/network.ts';
import { htmlSafe } from '../world/text-of-html.ts';

/** HTML that is known to be safe; only {@link html} and the sanitizer make it. */
export class Markup {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type Piece = Markup | string | number | readonly Markup[] | undefined | false;

const sourceOf = (piece: Piece): string => {
  if (piece instanceof Markup) return piece.source;
  if (piece === undefined || piece === false) return '';
  if (typeof piece === 'object') return piece.map((part) => part.source).join('');
  return htmlSafe(String(piece));
};

/** Template for HTML in which everything put in is escaped, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return new Markup(strings.reduce((source, text, index) => source + sourceOf(pieces[index - 1]) + text));
}

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Returns a moment in epoch seconds, as pages show it. */
export const shownTime = (seconds: unknown): string => `${time.format(Number(seconds) * 1000)} UTC`;

/** The look of every page of the sandbox: one column, light and dark, from 320 px on. */
const STYLE = `
:root { color-scheme: light dark;
  --ground: #f4f1ea; --sheet: #fffdf8; --ink: #241f18; --soft: #655c4e; --line: #d9d1c1; --field: #8a8071;
  --accent: #9a3d12; --accent-ink: #fff; --tint: #fbeadd; --bad: #a3231f; --bad-tint: #fbe6e3; }
@media (prefers-color-scheme: dark) { :root {
  --ground: #17140f; --sheet: #211d17; --ink: #f2ece0; --soft: #b9ae9c; --line: #3b352b; --field: #8d826f;
  --accent: #f3a070; --accent-ink: #2b1205; --tint: #3a2618; --bad: #ff9d93; --bad-tint: #3d1d1a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); line-height: 1.5;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; \
overflow-wrap: anywhere; }
main { width: min(100% - 2rem, 31rem); margin: 2.5rem auto; padding: 2rem; background: var(--sheet);
  border: 1px solid var(--line); border-radius: 1rem; box-shadow: 0 1px 2px #0001, 0 12px 32px -16px #0003; }
main.wide { width: min(100% - 2rem, 46rem); }
@media (max-width: 30rem) { main, main.wide { width: 100%; margin: 0; padding: 1.25rem 1rem 2rem; min-height: 100vh;
  border: 0; border-radius: 0; box-shadow: none; } }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; text-wrap: balance; }
h2 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; }
p { margin: .5rem 0; } .soft { color: var(--soft); } small, .small { font-size: .875rem; }
a { color: var(--accent); text-underline-offset: .15em; }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .9em; }
pre { overflow-x: auto; padding: .75rem; background: var(--ground); border-radius: .5rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.brand { display: flex; align-items: center; gap: .5rem; margin-bottom: 1.25rem; \
color: var(--soft); font-size: .875rem; }
.brand svg { width: 1.5rem; height: 1.5rem; color: var(--accent); flex: none; }
ul.scopes { margin: .5rem 0; padding: 0; list-style: none; }
ul.scopes li { display: flex; gap: .625rem; padding: .25rem 0; }
ul.scopes svg { width: 1.25rem; height: 1.25rem; margin-top: .125rem; color: var(--accent); flex: none; }
fieldset { border: 0; margin: 1.25rem 0 0; padding: 0; min-width: 0; }
legend { padding: 0; font-weight: 600; margin-bottom: .5rem; }
.people { display: grid; gap: .5rem; }
.person { display: grid; grid-template-columns: auto 2.5rem 1fr; \
align-items: center; gap: .75rem; padding: .5rem .75rem;
  border: 1px solid var(--line); border-radius: .75rem; cursor: pointer; }
.person:hover { border-color: var(--field); }
.person:has(:checked) { border-color: var(--accent); background: var(--tint); }
.person:focus-within:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.person input { width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--accent); outline: 0; }
.person img { width: 2.5rem; height: 2.5rem; border-radius: 50%; display: block; background: var(--line); }
.person b { display: block; font-weight: 600; } .person span span { color: var(--soft); font-size: .875rem; }
.person.logged-in { grid-template-columns: 2.5rem 1fr; cursor: default; }
.actions { display: flex; gap: .75rem; margin-top: 1.5rem; }
button { font: inherit; font-weight: 600; min-height: 2.75rem; \
padding: .5rem 1.25rem; border-radius: .75rem; cursor: pointer;
  border: 1px solid var(--field); background: transparent; color: var(--ink); }
a.button { font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem; border-radius: .75rem; \
border: 1px solid var(--field); color: var(--ink); text-decoration: none; flex: 1; text-align: center; }
button.main { flex: 1; border-color: var(--accent); background: var(--accent); color: var(--accent-ink); }
button:hover { filter: brightness(1.08); }
.notice { padding: .75rem 1rem; border-radius: .75rem; background: var(--tint); }
.notice.bad { background: var(--bad-tint); } .notice.bad b { color: var(--bad); }
article { border-top: 1px solid var(--line); padding-top: 1rem; margin-top: 1.5rem; }
article:target, li:target { background: var(--tint); box-shadow: 0 0 0 .5rem var(--tint); border-radius: .25rem; }
.tags { display: flex; flex-wrap: wrap; gap: .375rem; margin: .75rem 0; padding: 0; list-style: none; }
.tags li { padding: .125rem .5rem; border-radius: .375rem; background: var(--tint); font-size: .875rem; }
.comments { margin: .75rem 0 0; padding: 0 0 0 1rem; \
list-style: none; border-left: 2px solid var(--line); font-size: .9375rem; }
.comments li { padding: .25rem 0; }
details { border-top: 1px solid var(--line); } \
summary { padding: .625rem 0; cursor: pointer; } summary code { font-weight: 600; }
.verb { color: var(--accent); font-size: .8125rem; font-weight: 600; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th { text-align: start; font-weight: 400; width: 30%; } th, td { padding: .25rem .5rem .25rem 0; vertical-align: top; }
details pre { max-height: 24rem; overflow: auto; }
[hidden] { display: none !important; }
`;

/** A small bell with a question's hook, drawn for this project. */
const bell = html`<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8" \
stroke-linecap="round" stroke-linejoin="round">\
<path d="M5 17h14l-1.6-2.4V10a5.4 5.4 0 0 0-10.8 0v4.6z"/><path d="M10 20a2.2 2.2 0 0 0 4 0"/>\
<path d="M12 2.4v1.8"/></svg>`;

/** A page without its frame. */
export interface PageContent {
  title: string;
  body: Markup;
  wide?: boolean;
  /** Inline script, run under the page's nonce. */
  script?: string;
  /** More sources a form on this page may lead to, beside the sandbox itself. */
  formTargets?: readonly string[];
}

/**
 * Sends a page of the sandbox. It loads nothing from elsewhere, runs only its own script, and tells no other site
 * where the person came from.
 */
export function sendPage(reply: FastifyReply, network: Network, content: PageContent, status: number = 200): void {
  const nonce = network.secret();
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(content.script === undefined ? [] : [`script-src 'nonce-${nonce}'`]),
    "img-src 'self'",
    `form-action ${["'self'", ...(content.formTargets ?? [])].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
<title>${content.title}</title>
<link rel="icon" href="/icons/sandbox.svg">
<style nonce="${nonce}">${new Markup(STYLE)}</style>
</head>
<body>
<main${content.wide === true && html` class="wide"`}>
<div class="brand">${bell}<span>Sandbox network</span></div>
${content.body}
</main>
${content.script !== undefined && html`<script nonce="${nonce}">${new Markup(content.script)}</script>`}
</body>
</html>
`;
  reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    // The page's own `same-origin` comes after it, and tells others as little; without it browsers would send the
    // page's forms with the origin `null`, even to its own network.
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(page.source);
}
