/** The panel's size at a zoom of 1. */
const WIDTH_PX = 400;
const HEIGHT_PX = 560;

/** Says that the panel was brought to its size once; from then on it keeps the size that the person gave it. */
const SIZED_KEY = 'askbell.panel-sized';

/**
 * Lets a browser install the panel as a window of its own (the headless shell serves the manifest), and brings that
 * window to the panel's size the first time: a manifest has no word for it.
 */
export function becomeInstallable(): void {
  const manifest = document.createElement('link');
  manifest.rel = 'manifest';
  manifest.href = '/panel.webmanifest';
  // Everything on this address asks for the cookie, and browsers fetch a manifest without it.
  manifest.crossOrigin = 'use-credentials';
  document.head.append(manifest);

  if (!window.matchMedia('(display-mode: standalone)').matches) return;
  try {
    if (localStorage.getItem(SIZED_KEY) !== null) return;
    localStorage.setItem(SIZED_KEY, 'yes');
  } catch {
    return;
  }
  // The inner size counts; what the browser draws around it is added.
  window.resizeTo(
    WIDTH_PX + window.outerWidth - window.innerWidth,
    HEIGHT_PX + window.outerHeight - window.innerHeight,
  );
}
