/** The panel's size at a zoom of 1. */
const WIDTH_PX = 400;
const HEIGHT_PX = 560;

/**
 * Says when the panel was brought to its size last; from then on it keeps the size that the person gave it. That it has
 * changed tells a window of the panel that another one takes its place.
 */
const SIZED_KEY = 'askbell.panel-sized';

/**
 * Lets a browser install the panel as a window of its own (the headless shell serves the manifest), and brings that
 * window to the panel's size the first time: a manifest has no word for it. A window that Askbell has the browser open
 * comes at that size each time, and there is one of them.
 */
export function becomeInstallable(): void {
  const manifest = document.createElement('link');
  manifest.rel = 'manifest';
  manifest.href = '/panel.webmanifest';
  // Everything on this address asks for the cookie, and browsers fetch a manifest without it.
  manifest.crossOrigin = 'use-credentials';
  document.head.append(manifest);

  if (!window.matchMedia('(display-mode: standalone)').matches) return;
  window.addEventListener('storage', ({ key }) => {
    if (key === SIZED_KEY) window.close();
  });
  // Askbell had the browser open this window.
  const isOpenedAnew = location.search !== '';
  try {
    if (!isOpenedAnew && localStorage.getItem(SIZED_KEY) !== null) return;
    localStorage.setItem(SIZED_KEY, String(Date.now()));
  } catch {
    return;
  }
  // A reload is no new window.
  if (isOpenedAnew) history.replaceState(null, '', location.pathname);
  // The inner size counts; what the browser draws around it is added.
  window.resizeTo(
    WIDTH_PX + window.outerWidth - window.innerWidth,
    HEIGHT_PX + window.outerHeight - window.innerHeight,
  );
}
