import type { IncomingMessage } from 'node:http';
import type { WindowAccess } from './access.ts';

/** Requests that check the pass or the secret themselves. */
const OWN_CHECKS: readonly { method: string; path: RegExp }[] = [
  { method: 'GET', path: /^\/enter\// },
  { method: 'POST', path: /^\/open$/ },
  { method: 'GET', path: /^\/(status|doctor)$/ },
];

/** Decides which requests are allowed. */
export class RequestGuard {
  readonly access: WindowAccess;
  readonly #hosts: Set<string>;

  constructor(port: number, access: WindowAccess) {
    this.access = access;
    this.#hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  }

  /** Returns why a request is refused, or undefined. */
  refusal(request: Pick<IncomingMessage, 'headers' | 'method' | 'url'>): string | undefined {
    const { host, origin, cookie } = request.headers;
    // A foreign name that resolves to this machine (DNS rebinding) shows in Host.
    if (host === undefined || !this.#hosts.has(host)) return 'host';
    if (origin !== undefined && origin !== `http://${host}`) return 'origin';
    if (request.headers.upgrade !== undefined && origin === undefined) return 'origin';
    const asked = request.url?.split('?')[0] ?? '';
    if (OWN_CHECKS.some(({ method, path }) => request.method === method && path.test(asked))) return undefined;
    const browser = this.access.browserOf(cookie);
    if (!browser) return 'pass';
    const connects = request.headers.upgrade !== undefined;
    return connects && !browser.hasPageKey(request.headers['sec-websocket-protocol']) ? 'key' : undefined;
  }
}

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
