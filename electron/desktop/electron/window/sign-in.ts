import { BrowserWindow, type WebContents } from 'electron';
import { randomUUID } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { webAddress } from '../../../../common/safe-text.ts';
import { isRedirect } from '../../../api/oauth.ts';
import { AuthorizationCancelled, AuthorizationFailed, type AuthorizationRequest } from '../../desktop.ts';
import { useChosenProxy } from '../net.ts';
import { confine, CONFINED, openOutside } from './security.ts';

/** Chromium's code for an aborted load (here: by catching the redirect). */
const LOAD_ABORTED = -3;

/** JavaScript world of Electron's own scripts, isolated from changes by the page. */
const ISOLATED_WORLD = 999;

/**
 * Whether the user has just clicked or typed in the page: Chromium's transient activation, which a page cannot fake.
 */
async function isPersonActive(contents: WebContents): Promise<boolean> {
  const code = 'navigator.userActivation.isActive';
  return (await contents.executeJavaScriptInIsolatedWorld(ISOLATED_WORLD, [{ code }])) === true;
}

/** Restricts a sign-in page to web pages (including a provider's login), and to opening a browser tab on a click. */
function confineSignIn(contents: WebContents, dialogUrl: string): void {
  const tabs = new ForeignTabs({ isActive: () => isPersonActive(contents) }, openOutside);
  confine(contents, {
    mayNavigate: (address) => mayShow(address, dialogUrl),
    windowRequested: (address) => void tabs.request(address),
  });
}

/**
 * Shows a network's authorization dialog in its own window and returns the full redirect address, fragment included,
 * without loading it. The window stores nothing (in-memory partition), has no preload and no permissions. Rejects with
 * `AuthorizationCancelled` if the user closes it, with the abort reason if `signal` aborts, and with an
 * `AuthorizationFailed` if the dialog cannot be loaded.
 */
export async function authorize(request: AuthorizationRequest, parent: BrowserWindow | undefined): Promise<string> {
  const { dialogUrl, redirectUri, title, signal } = request;
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const dialog = new BrowserWindow({
    width: 520,
    height: 720,
    title: title(),
    autoHideMenuBar: true,
    ...(parent?.isVisible() && { parent }),
    webPreferences: { ...CONFINED, partition: `sign-in-${randomUUID()}` },
  });
  const { webContents } = dialog;
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });

  const catchRedirect = (details: { url: string; preventDefault(): void }): void => {
    if (!isRedirect(details.url, redirectUri)) return;
    details.preventDefault();
    resolve(details.url);
  };
  webContents.on('will-redirect', (details) => {
    if (details.isMainFrame) catchRedirect(details);
  });
  webContents.on('will-navigate', catchRedirect);
  // A dialog at the redirect address itself only changes the fragment.
  webContents.on('did-navigate-in-page', (event, url, isMainFrame) => {
    if (isMainFrame) catchRedirect({ url, preventDefault: () => event.preventDefault() });
  });
  confineSignIn(webContents, dialogUrl);

  // The title shows the host that asks for the password; pages cannot change it.
  dialog.on('page-title-updated', (event) => event.preventDefault());
  webContents.on('did-navigate', (_event, address) => {
    if (!dialog.isDestroyed() && URL.canParse(address)) dialog.setTitle(title(new URL(address).host));
  });
  webContents.on('did-fail-load', (_event, code, description, _address, isMainFrame) => {
    if (!isMainFrame || code === LOAD_ABORTED) return;
    reject(new AuthorizationFailed(`The sign-in page could not be loaded (${description || code}).`));
  });
  dialog.on('closed', () => reject(new AuthorizationCancelled('The sign-in window was closed.')));
  // Its failure arrives as did-fail-load.
  void useChosenProxy(webContents.session)
    .then(() => webContents.loadURL(dialogUrl))
    .catch(() => undefined);
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', abort);
    if (!dialog.isDestroyed()) dialog.destroy();
  }
}

/** Minimum interval between two tabs that a foreign page opens in the user's browser, in ms. */
const MIN_TAB_INTERVAL_MS = 1_000;

/**
 * Addresses of this machine, of local networks and reserved ones (IANA's special-purpose registries), in CIDR notation.
 */
const PRIVATE_RANGES = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '::1/128',
  '64:ff9b::/96',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
];

/** Host names known only on this machine or its network, including names without a dot. */
const PRIVATE_NAME = /^[^.]*$|(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa)$/;

const privateAddresses = new BlockList();
for (const range of PRIVATE_RANGES) {
  const [net = '', prefix] = range.split('/');
  privateAddresses.addSubnet(net, Number(prefix), net.includes(':') ? 'ipv6' : 'ipv4');
}

/** Whether an address is https to a public internet host, without a user name or password. */
export function isPublicHttps(address: string): boolean {
  const url = webAddress(address);
  if (url?.protocol !== 'https:') return false;
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
  const family = isIP(host);
  if (family === 0) return !PRIVATE_NAME.test(host);
  return !privateAddresses.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Whether a foreign page such as a sign-in may navigate its window to an address: public https, or the origin that
 * Askbell opened itself, which is on this machine for the demo network.
 */
export function mayShow(address: string, opened: string): boolean {
  const url = webAddress(address);
  return (url !== undefined && url.origin === URL.parse(opened)?.origin) || isPublicHttps(address);
}

/**
 * Tabs that a foreign page requests: only after a click or a key press, only public https addresses, and at most one
 * per second. Requests during a decision are dropped, so that a flood costs nothing.
 */
export class ForeignTabs {
  readonly #person: { isActive(): Promise<boolean> };
  readonly #open: (address: string) => Promise<void>;
  readonly #clock: { now(): number };
  #lastAt = -Infinity;
  #deciding = false;

  /**
   * @param person whether the user has just clicked or typed in the page
   * @param open opens an address in the user's browser
   * @param clock monotonic, in ms
   */
  constructor(
    person: { isActive(): Promise<boolean> },
    open: (address: string) => Promise<void>,
    clock: { now(): number } = performance,
  ) {
    this.#person = person;
    this.#open = open;
    this.#clock = clock;
  }

  /** Opens or drops a requested tab. Never rejects. */
  async request(address: string): Promise<void> {
    const now = this.#clock.now();
    if (this.#deciding || !isPublicHttps(address) || now - this.#lastAt < MIN_TAB_INTERVAL_MS) return;
    this.#deciding = true;
    try {
      if (!(await this.#person.isActive())) return;
      this.#lastAt = this.#clock.now();
      await this.#open(address);
    } catch {
      // The page is gone, or the system has no browser: the error is ignored.
    } finally {
      this.#deciding = false;
    }
  }
}
