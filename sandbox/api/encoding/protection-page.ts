import type { ServerResponse } from 'node:http';
import { httpDate } from './send.ts';

const TITLES: Readonly<Record<number, string>> = {
  400: '400 Bad Request',
  403: 'Just a moment...',
  429: 'Access denied | You are being rate limited',
};

const REASONS: Readonly<Record<number, string>> = {
  400: 'The request was refused before it reached the site.',
  403: 'This site checks that the connection is secure before it lets you go on. Enable JavaScript and cookies.',
  429: 'Error 1015. The owner of this site has banned you temporarily from accessing it.',
};

/**
 * Writes the page of what stands before the network, for people and not programs (docs/api.md, "Protection pages").
 * @param now the network's clock in epoch seconds
 */
export function writeProtectionPage(response: ServerResponse, status: number, now: number): void {
  const title = TITLES[status] ?? '';
  response.writeHead(status, {
    date: httpDate(now),
    server: 'cloudflare',
    'content-type': 'text/html; charset=UTF-8',
    'cache-control': 'private, no-store',
    ...(status === 403 ? { 'cf-mitigated': 'challenge' } : {}),
  });
  response.end(
    `<!DOCTYPE html><html lang="en-US"><head><title>${title}</title></head>` +
      `<body><h1>${title}</h1><p>${REASONS[status] ?? ''}</p></body></html>`,
  );
}
