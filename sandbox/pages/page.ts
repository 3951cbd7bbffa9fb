import type { FastifyReply } from 'fastify';
import { html, Markup } from './markup.ts';
import { STYLE } from './style.ts';

/** A small bell with a question's hook, drawn for this project. */
const bell = html`<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8" \
stroke-linecap="round" stroke-linejoin="round">\
<path d="M5 17h14l-1.6-2.4V10a5.4 5.4 0 0 0-10.8 0v4.6z"/><path d="M10 20a2.2 2.2 0 0 0 4 0"/>\
<path d="M12 2.4v1.8"/></svg>`;

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
 * @param nonce random, new for each page
 */
export function sendPage(reply: FastifyReply, status: number, nonce: string, content: PageContent): void {
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
