import { useSyncExternalStore } from 'react';

/** From this width on (in the page's own pixels, zoom counted), reading happens beside the list; below, over it. */
const WIDE_FROM_PX = 900;

function isWide(): boolean {
  const zoom = Number(document.documentElement.style.getPropertyValue('--zoom')) || 1;
  return window.innerWidth / zoom >= WIDE_FROM_PX;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  // Watches the zoom, which is a style of the page and may be changed from another window.
  const zoom = new MutationObserver(listener);
  zoom.observe(document.documentElement, { attributeFilter: ['style'] });
  return () => {
    window.removeEventListener('resize', listener);
    zoom.disconnect();
  };
}

export const useWideLayout = (): boolean => useSyncExternalStore(subscribe, isWide);
