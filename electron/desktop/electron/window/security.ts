import { app, session, shell, type Session, type WebContents, type WebPreferences } from 'electron';
import { webAddress } from '../../../../common/web-address.ts';
import { NotAWebAddress, openableAddress } from '../../desktop.ts';
import { isOwnPage } from './app-scheme.ts';

const THIS_MACHINE = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Whether a page may send an address to the person's browser: https anywhere, plain http only on this machine (the demo
 * network's questions live at 127.0.0.1).
 */
export function mayOpenOutside(address: string): boolean {
  const url = webAddress(address);
  return url !== undefined && (url.protocol === 'https:' || THIS_MACHINE.includes(url.hostname));
}

/** What pages of Askbell's windows may do: no more than what their preload script gives them. */
export const confinedPreferences = (preload: string): WebPreferences => ({
  preload,
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webviewTag: false,
  spellcheck: false,
});

/** Opens an address outside Askbell, or rejects with a `NotAWebAddress`. */
export async function openOutside(address: string): Promise<void> {
  if (!mayOpenOutside(address)) throw new NotAWebAddress('Askbell opens only https addresses, and this is not one.');
  await shell.openExternal(address);
}

/** Opens what a network's own item links to: plain http as well, where that is how the network is reached. */
export async function openLink(address: string): Promise<void> {
  await shell.openExternal(openableAddress(address));
}

/**
 * Chromium asks before a page loads anything from this machine. The demo network's site icons are there, and the
 * content security policy lets the window's pages load nothing but pictures from it.
 */
const LOOPBACK_PERMISSIONS = ['loopback-network', 'local-network-access'];

/**
 * Chromium asks before a page puts text on the clipboard, after a click too: without it "Copy link" cannot work.
 * Reading stays refused.
 */
const COPY_PERMISSION = 'clipboard-sanitized-write';

const GRANTED_PERMISSIONS = new Set([...LOOPBACK_PERMISSIONS, COPY_PERMISSION]);

/** Refuses every permission, except that the window's own pages may show the demo network's pictures and copy text. */
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

/** What a page may do beyond itself. */
export interface Confinement {
  /** Where it may go by itself. */
  mayNavigate: (address: string) => boolean;
  /** Told of each window that it wants opened; none ever is. */
  onWindow: (address: string) => void;
  /** Told where it wanted to go and may not. */
  onLeave: (address: string) => void;
}

/** Keeps a page, and the frames in it, where they may be. */
export function confine(contents: WebContents, { mayNavigate, onWindow, onLeave }: Confinement): void {
  contents.setWindowOpenHandler(({ url }) => {
    onWindow(url);
    return { action: 'deny' };
  });
  contents.on('will-navigate', (details) => {
    if (mayNavigate(details.url)) return;
    details.preventDefault();
    onLeave(details.url);
  });
  contents.on('will-frame-navigate', (details) => {
    // The main frame has its own event; a frame may be empty or made by the page (about:, blob:, data:).
    if (!details.isMainFrame && /^https?:/i.test(details.url) && !mayNavigate(details.url)) details.preventDefault();
  });
  contents.on('will-redirect', (details) => {
    if (!mayNavigate(details.url)) details.preventDefault();
  });
}

/** Refuses every download, except what the window's own page made itself: the export of the person's data. */
export function refuseDownloads(of: Pick<Session, 'on'>): void {
  of.on('will-download', (event, item) => {
    const address = item.getURL();
    if (!address.startsWith('blob:') || !isOwnPage(address.slice('blob:'.length))) event.preventDefault();
  });
}

/** Puts the rules on everything that shows a page, before it shows one. Call once, before the first window. */
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

/** The window's own rule: it stays on its own pages, and its links go outside. */
export function confineToApp(contents: WebContents): void {
  const sendOutside = (address: string) => void openOutside(address).catch(() => undefined);
  confine(contents, { mayNavigate: isOwnPage, onWindow: sendOutside, onLeave: sendOutside });
}
