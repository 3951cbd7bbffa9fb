import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusedPage } from './error-pages.ts';
import type { WindowAccess } from './window-access.ts';

/** The path at which a second Askbell, with the run's secret, asks how this one is doing. */
export const STATUS_PATH = '/status';

/** Decides which requests are let through. */
export class RequestGuard {
  readonly access: WindowAccess;
  readonly #hosts: Set<string>;

  constructor(port: number, access: WindowAccess) {
    this.access = access;
    this.#hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  }

  /** Why a request is refused, or undefined. */
  refusal(request: FastifyRequest): string | undefined {
    const { host, origin, cookie } = request.headers;
    // A foreign name that resolves to this machine (DNS rebinding) shows in Host.
    if (host === undefined || !this.#hosts.has(host)) return 'host';
    if (origin !== undefined && origin !== `http://${host}`) return 'origin';
    if (request.headers.upgrade !== undefined && origin === undefined) return 'origin';
    const path = request.url.split('?')[0] ?? '';
    // These check the pass and the secret themselves.
    if (request.method === 'GET' && path.startsWith('/enter/')) return undefined;
    if (request.method === 'POST' && path === '/open') return undefined;
    if (request.method === 'GET' && path === STATUS_PATH) return undefined;
    if (!this.access.hasCookie(cookie)) return 'pass';
    const connects = request.headers.upgrade !== undefined;
    return connects && !this.access.hasPageKey(request.headers['sec-websocket-protocol']) ? 'key' : undefined;
  }
}

/** Answers a request that is not let through. */
export function refuse(reply: FastifyReply, request: FastifyRequest): FastifyReply {
  reply.code(403).header('cache-control', 'no-store');
  if (request.headers.upgrade === undefined) return reply.type('text/html; charset=utf-8').send(refusedPage);
  // Node no longer counts a socket that asked for an upgrade, and would wait for it when stopping.
  reply.raw.once('finish', () => request.raw.socket.destroySoon());
  return reply.type('text/plain').send('Use the address printed in the terminal.');
}

/**
 * What the page may load: its own files, and pictures from the network's sites or the demo network on this machine.
 * `script` is the source of one script in the page itself.
 */
export function securityHeaders(host: string | undefined, script = ''): Record<string, string> {
  // Older browsers do not count a WebSocket as 'self', so it is named; only a plain host:port may go into the policy.
  const socket = host !== undefined && /^(127\.0\.0\.1|localhost):\d+$/.test(host) ? ` ws://${host}` : '';
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self' ${script}`.trimEnd(),
      "style-src 'self'",
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
