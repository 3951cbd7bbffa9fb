import { app, protocol, session, shell, type Session, type WebContents, type WebPreferences } from 'electron';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { webAddress } from '../../../../common/safe-text.ts';
import { NotAWebAddress, openableAddress } from '../../desktop.ts';

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

const THIS_MACHINE = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Whether a page may open an address in the user's browser: https anywhere, plain http only on this machine (the demo
 * network's questions are at 127.0.0.1).
 */
export function mayOpenOutside(address: string): boolean {
  const url = webAddress(address);
  return url !== undefined && (url.protocol === 'https:' || THIS_MACHINE.includes(url.hostname));
}

/** Preferences of all pages, which have no access beyond their preload script. */
export const CONFINED = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webviewTag: false,
} satisfies WebPreferences;

/**
 * Opens an address outside Askbell.
 * @throws NotAWebAddress if that is not allowed
 */
export async function openOutside(address: string): Promise<void> {
  if (!mayOpenOutside(address)) throw new NotAWebAddress('Askbell opens only https addresses, and this is not one.');
  await shell.openExternal(address);
}

/** Opens the link of a network's item; plain http as well, if the network uses it. */
export async function openLink(address: string): Promise<void> {
  await shell.openExternal(openableAddress(address));
}

/**
 * Permissions that Chromium requires for loading from this machine. The demo network's site icons are there, and the
 * content security policy allows the window's pages only images from it.
 */
const LOOPBACK_PERMISSIONS = ['loopback-network', 'local-network-access'];

/**
 * Permission that Chromium requires for writing text to the clipboard, even after a click; needed by "Copy link".
 * Reading stays denied.
 */
const COPY_PERMISSION = 'clipboard-sanitized-write';

const GRANTED_PERMISSIONS = new Set([...LOOPBACK_PERMISSIONS, COPY_PERMISSION]);

/** Denies all permissions, except that the window's own pages may show the demo network's images and copy text. */
export function denyPermissions(
  of: Pick<Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'>,
): void {
  of.setPermissionRequestHandler((_contents, permission, respond, details) =>
    respond(GRANTED_PERMISSIONS.has(permission) && isOwnPage(details.requestingUrl)),
  );
  of.setPermissionCheckHandler(
    (_contents, permission, origin) => GRANTED_PERMISSIONS.has(permission) && isOwnPage(origin),
  );
  of.setDevicePermissionHandler(() => false);
}

/** Navigation rules of a page. */
export interface Confinement {
  /** Whether the page may navigate to an address. */
  mayNavigate(address: string): boolean;
  /** Called with each address that the page wants to open in a new window; no window is opened. */
  windowRequested(address: string): void;
  /** Called with an address to which navigation was denied. */
  navigationDenied?(address: string): void;
}

/** Applies navigation rules to a page and its frames. */
export function confine(contents: WebContents, rules: Confinement): void {
  contents.setWindowOpenHandler(({ url }) => {
    rules.windowRequested(url);
    return { action: 'deny' };
  });
  contents.on('will-navigate', (details) => {
    if (rules.mayNavigate(details.url)) return;
    details.preventDefault();
    rules.navigationDenied?.(details.url);
  });
  contents.on('will-frame-navigate', (details) => {
    // The main frame has its own event; a frame may be empty or made by the page (about:, blob:, data:).
    if (!details.isMainFrame && /^https?:/i.test(details.url) && !rules.mayNavigate(details.url))
      details.preventDefault();
  });
  contents.on('will-redirect', (details) => {
    if (!rules.mayNavigate(details.url)) details.preventDefault();
  });
}

/** Denies every download except those that the window's own page created: exports of the user's data. */
export function refuseDownloads(of: Pick<Session, 'on'>): void {
  of.on('will-download', (event, item) => {
    const address = item.getURL();
    if (!address.startsWith('blob:') || !isOwnPage(address.slice('blob:'.length))) event.preventDefault();
  });
}

/** Applies the security rules to all sessions and pages. Call once, before the first window. */
export function setUpSecurity(): void {
  const restrained = new WeakSet<Session>();
  const restrain = (each: Session) => {
    if (restrained.has(each)) return;
    restrained.add(each);
    denyPermissions(each);
    refuseDownloads(each);
  };
  restrain(session.defaultSession);
  app.on('web-contents-created', (_event, contents) => {
    restrain(contents.session);
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

/** Keeps the window on its own pages; other links open in the browser. */
export function confineToApp(contents: WebContents): void {
  const sendOutside = (address: string) => void openOutside(address).catch(() => undefined);
  confine(contents, { mayNavigate: isOwnPage, windowRequested: sendOutside, navigationDenied: sendOutside });
}
