import { BrowserWindow, type WebContents } from 'electron';
import { randomUUID } from 'node:crypto';
import { isRedirect } from '../../../api/oauth.ts';
import { AuthorizationCancelled, AuthorizationFailed, type AuthorizationRequest } from '../../desktop.ts';
import { useChosenProxy } from '../net.ts';
import { ForeignTabs, mayShow } from './foreign-tabs.ts';
import { confine, openOutside } from './security.ts';

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
export function authorize(request: AuthorizationRequest, parent: BrowserWindow | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    request.signal.throwIfAborted();
    const dialog = new BrowserWindow({
      width: 520,
      height: 720,
      title: request.title(),
      autoHideMenuBar: true,
      ...(parent?.isVisible() && { parent }),
      webPreferences: {
        partition: `sign-in-${randomUUID()}`,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
      },
    });
    const { webContents } = dialog;

    const abort = () => finish(() => reject(request.signal.reason));
    let finished = false;
    const finish = (settle: () => void) => {
      if (finished) return;
      finished = true;
      request.signal.removeEventListener('abort', abort);
      settle();
      if (!dialog.isDestroyed()) dialog.destroy();
    };
    request.signal.addEventListener('abort', abort, { once: true });

    const caught = (address: string): boolean => {
      const isCaught = isRedirect(address, request.redirectUri);
      if (isCaught) finish(() => resolve(address));
      return isCaught;
    };
    webContents.on('will-redirect', (details) => {
      if (details.isMainFrame && caught(details.url)) details.preventDefault();
    });
    webContents.on('will-navigate', (details) => {
      if (caught(details.url)) details.preventDefault();
    });
    // A dialog at the redirect address itself only changes the fragment.
    webContents.on('did-navigate-in-page', (_event, address, isMainFrame) => {
      if (isMainFrame) caught(address);
    });
    confineSignIn(webContents, request.dialogUrl);

    // The title shows the host that asks for the password; pages cannot change it.
    dialog.on('page-title-updated', (event) => event.preventDefault());
    webContents.on('did-navigate', (_event, address) => {
      if (!dialog.isDestroyed() && URL.canParse(address)) dialog.setTitle(request.title(new URL(address).host));
    });
    webContents.on('did-fail-load', (_event, code, description, _address, isMainFrame) => {
      if (!isMainFrame || code === LOAD_ABORTED) return;
      const why = `The sign-in page could not be loaded (${description || code}).`;
      finish(() => reject(new AuthorizationFailed(why)));
    });
    dialog.on('closed', () => finish(() => reject(new AuthorizationCancelled('The sign-in window was closed.'))));
    // Its failure arrives as did-fail-load.
    void useChosenProxy(webContents.session)
      .then(() => webContents.loadURL(request.dialogUrl))
      .catch(() => undefined);
  });
}
