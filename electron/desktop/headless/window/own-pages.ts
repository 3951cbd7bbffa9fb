import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { entryTexts } from '../../../../common/i18n/entry-texts.ts';
import { PAGE_KEY_ITEM } from '../../../../common/page-key.ts';

/** Pages written by Askbell itself; all others are the renderer's. They load nothing. */

/** Colours and sizes of the window (Stacks' variables), light or dark as set in the browser. */
const STYLE = `
:root {
  color-scheme: light dark;
  --ground: hsl(210, 8%, 98%); --card: hsl(0, 0%, 100%); --line: hsl(210, 8%, 90%); --code: hsl(210, 8%, 95%);
  --text: hsl(210, 8%, 5%); --hint: hsl(210, 8%, 42%); --link: hsl(210, 77%, 36%); --bell: hsl(27, 89%, 48%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: hsl(210, 3%, 18%); --card: hsl(210, 3%, 15%); --line: hsl(210, 4%, 27%); --code: hsl(210, 4%, 21%);
    --text: hsl(210, 11%, 98%); --hint: hsl(210, 8%, 80%); --link: hsl(210, 89%, 84%); --bell: hsl(27, 90%, 68%);
  }
}
* { box-sizing: border-box; }
body {
  align-items: center; background: var(--ground); color: var(--text); display: flex; justify-content: center;
  font: 15px/1.45 -apple-system, BlinkMacSystemFont, 'Segoe UI', 'Liberation Sans', sans-serif;
  margin: 0; min-height: 100dvh; overflow-wrap: anywhere; padding: 16px;
}
main { background: var(--card); border: 1px solid var(--line); border-radius: 6px; max-width: 30rem; padding: 24px; }
.brand { align-items: center; display: flex; font-weight: 600; gap: 8px; margin: 0 0 20px; }
.brand svg { fill: var(--bell); height: 20px; width: 20px; }
h1 { font-size: 21px; font-weight: 600; line-height: 1.2; margin: 0 0 12px; }
p { margin: 0 0 12px; }
code {
  background: var(--code); border-radius: 6px; display: block; padding: 12px; user-select: all;
  font-family: ui-monospace, 'Liberation Mono', Menlo, Consolas, monospace; margin: 0 0 16px;
}
.hint { color: var(--hint); font-size: 13px; margin: 0 0 4px; }
a { color: var(--link); }
`;

/** Style source that these pages' policy must allow. */
const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

const BELL =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M16 2a2 2 0 0 0-2 2v.5C9.3 5.4 6 9 6 13.5V19c0 1-.4 1.9-1.1 ' +
  '2.6L3.6 23c-1 1.1-.3 3 1.2 3h22.4c1.5 0 2.2-1.9 1.2-3l-1.3-1.4A3.8 3.8 0 0 1 26 19v-5.5c0-4.5-3.3-8.1-8-9V4a2 2 0 ' +
  '0 0-2-2ZM12 28a4 3.2 0 0 0 8 0Z"/></svg>';

const STATUS = { refused: 403, notFound: 404, unanswered: 500 } as const;

/** Name of an error page. */
export type ErrorPage = keyof typeof STATUS;

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Returns the response with a page, in the language of the request's browser. */
export function errorPage(page: ErrorPage, asked: IncomingHttpHeaders): Answer {
  const { language, texts } = entryTexts(acceptedLanguages(asked['accept-language']));
  const { title } = texts[page];
  const headers = {
    ...securityHeaders(asked.host, { style: STYLE_SOURCE }),
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
  };
  const body = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Askbell</title>
<style>${STYLE}</style>
<main>
<p class="brand">${BELL}Askbell</p>
<h1>${title}</h1>
${bodyOf(page, texts)}
</main>
</html>
`;
  return { status: STATUS[page], headers, body };
}

function bodyOf(page: ErrorPage, { refused, notFound, unanswered }: ReturnType<typeof entryTexts>['texts']): string {
  if (page === 'notFound') return `<p><a href="/">${notFound.act}</a></p>`;
  if (page === 'unanswered') return `<p>${unanswered.act}</p>`;
  return `<p>${refused.act}</p>
<code>askbell open</code>
<p class="hint">${refused.others}</p>
<p class="hint">${refused.stays}</p>`;
}

/** Returns the languages of an Accept-Language header, preferred first (RFC 9110, section 12.5.4). */
function acceptedLanguages(header = ''): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', weight = ''] = part.split(';');
      return { tag: tag.trim(), weight: Number(/^\s*q=([\d.]+)\s*$/.exec(weight)?.[1] ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

/** Stores the key, and replaces the entry's address with the window's. */
const SCRIPT = `
const { key, onward } = document.documentElement.dataset;
try {
  localStorage.setItem('${PAGE_KEY_ITEM}', key);
} finally {
  location.replace(onward);
}
`;

/** Script source that the page's policy must allow. */
export const ENTERING_SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;

/**
 * Returns the page that passes the page key to an admitted browser. The key is in the page, because an address would
 * stay in the browser's history. Neither value is escaped: the key must be alphanumeric, the path without quotes.
 */
export const enteringPage = (pageKey: string, onward: string): string => `<!doctype html>
<html lang="en" data-key="${pageKey}" data-onward="${onward}">
<meta charset="utf-8">
<title>Askbell</title>
<script>${SCRIPT}</script>
</html>
`;

/**
 * Returns security headers. The page may load its own files, and images from the network's sites or the local demo
 * network. `inline` adds the sources of an inline script or style.
 */
export function securityHeaders(
  host: string | undefined,
  inline: { script?: string; style?: string } = {},
): Record<string, string> {
  // Older browsers do not count a WebSocket as 'self', so it is named; only a plain host:port may go into the policy.
  const socket = host !== undefined && /^(127\.0\.0\.1|localhost):\d+$/.test(host) ? ` ws://${host}` : '';
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self' ${inline.script ?? ''}`.trimEnd(),
      `style-src 'self' ${inline.style ?? ''}`.trimEnd(),
      "font-src 'self'",
      "img-src 'self' data: https: http://127.0.0.1:*",
      `connect-src 'self'${socket}`,
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  };
}
