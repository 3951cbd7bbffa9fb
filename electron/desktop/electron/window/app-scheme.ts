import { protocol } from 'electron';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';

/** Origin of the window. */
const APP_ORIGIN = 'app://askbell';

/** Returns the address of the renderer's page at a view (the renderer routes by the fragment). */
export function pageAddress(view = ''): string {
  return `${APP_ORIGIN}/index.html#/${view}`;
}

/** Returns the address of the panel's page. */
export const panelAddress = (): string => `${APP_ORIGIN}/app/panel.html`;

/** Background painted before a page is, to avoid a white flash on a dark desktop. */
export const PAGE_BACKGROUNDS = { light: '#ffffff', dark: '#1d1f20' } as const;

/** Whether an address belongs to the window's own pages. */
export function isOwnPage(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === 'app:' && new URL(address).host === 'askbell';
}

/** Allows only the app's own files and images: site icons and avatars come over https, or from the demo network. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: https: http://127.0.0.1:*",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const MEDIA_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Returns the file under `root` for a request's address, or undefined if it points elsewhere. */
export function fileFor(root: string, address: string): string | undefined {
  if (!isOwnPage(address)) return undefined;
  let path: string;
  try {
    path = decodeURIComponent(new URL(address).pathname);
  } catch {
    return undefined;
  }
  if (path.includes('\0') || path.includes('\\')) return undefined;
  const file = normalize(join(root, path === '/' ? 'index.html' : path));
  return file.startsWith(root + sep) ? file : undefined;
}

/** Registers the `app://` scheme, so that its pages have an origin and may fetch. Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/**
 * Serves `app://askbell/…` from the built renderer in `root`, and nothing else. During development, requests go to the
 * development server at the given origin instead.
 */
export function serveApp(root: string, devServer?: string): void {
  protocol.handle('app', (request) => (devServer ? answerFrom(devServer, request) : answer(root, request)));
}

/** Forwards a request for one of the window's own pages to the development server, whose policy allows hot reload. */
async function answerFrom(devServer: string, request: Request): Promise<Response> {
  if (request.method !== 'GET' || !isOwnPage(request.url)) return new Response('Not found', { status: 404 });
  const { pathname, search } = new URL(request.url);
  return fetch(new URL(pathname.replace(/^\/+/, '/') + search, devServer), { headers: request.headers });
}

/** Returns a response of the app scheme: GET only, 404 for missing files. */
export async function answer(root: string, request: Request): Promise<Response> {
  const file = request.method === 'GET' ? fileFor(root, request.url) : undefined;
  const body = file && (await readFile(file).catch(() => undefined));
  const headers = {
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  };
  if (!file || !body)
    return new Response('Not found', { status: 404, headers: { ...headers, 'content-type': 'text/plain' } });
  return new Response(new Uint8Array(body), {
    headers: {
      ...headers,
      'content-type': MEDIA_TYPES[extname(file)] ?? 'application/octet-stream',
      'cache-control': 'no-cache',
    },
  });
}
