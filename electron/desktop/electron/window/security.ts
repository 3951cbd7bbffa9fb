import { app, session, shell, type Session, type WebContents, type WebPreferences } from 'electron';
import { webAddress } from '../../../../common/safe-text.ts';
import { NotAWebAddress, openableAddress } from '../../desktop.ts';
import { isOwnPage } from './app-scheme.ts';

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
  of.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(GRANTED_PERMISSIONS.has(permission) && isOwnPage(details.requestingUrl)),
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
