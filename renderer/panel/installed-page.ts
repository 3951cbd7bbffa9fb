/** The panel's size at a zoom of 1. */
const WIDTH_PX = 400;
const HEIGHT_PX = 560;
const MIN_HEIGHT_PX = 200;

/**
 * Says when the panel was brought to its size last; from then on it keeps the size that the person gave it. That it has
 * changed tells a window of the panel that another one takes its place.
 */
const SIZED_KEY = 'askbell.panel-sized';

/** Heights that the panel was brought to, in px; undefined once the person gave it another, and in a page with tabs. */
let heights: Set<number> | undefined;

/** Brings the panel's own window to a height in px at a zoom of 1, within its limits, unless the person did. */
export function fitInstalledPage(px: number): void {
  if (!heights) return;
  const zoom = Number(document.documentElement.style.getPropertyValue('--zoom')) || 1;
  const height = Math.ceil(Math.max(MIN_HEIGHT_PX, Math.min(px, HEIGHT_PX)) * zoom);
  heights.add(height);
  // The inner size counts; what the browser draws around it is added.
  window.resizeTo(
    Math.round(WIDTH_PX * zoom) + window.outerWidth - window.innerWidth,
    height + window.outerHeight - window.innerHeight,
  );
}

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
  heights = new Set();
  window.addEventListener('resize', () => {
    if (heights?.has(window.innerHeight) === false) heights = undefined;
  });
  fitInstalledPage(HEIGHT_PX);
}
