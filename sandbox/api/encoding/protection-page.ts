import type { FastifyReply } from 'fastify';

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

/** Sends the page of what stands before the network, for people and not programs (docs/api.md, "Protection pages"). */
export function sendProtectionPage(reply: FastifyReply, status: number): void {
  const title = TITLES[status] ?? '';
  if (status === 403) reply.header('cf-mitigated', 'challenge');
  reply
    .code(status)
    .header('server', 'cloudflare')
    .header('content-type', 'text/html; charset=UTF-8')
    .header('cache-control', 'private, no-store')
    .send(
      `<!DOCTYPE html><html lang="en-US"><head><title>${title}</title></head>` +
        `<body><h1>${title}</h1><p>${REASONS[status] ?? ''}</p></body></html>`,
    );
}
