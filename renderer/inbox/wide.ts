import { useSyncExternalStore } from 'react';

/** From this width on (in the page's own pixels, zoom counted), reading happens beside the list; below, over it. */
const wideFrom = 900;

function isWide(): boolean {
  const zoom = Number(document.documentElement.style.getPropertyValue('--zoom')) || 1;
  return window.innerWidth / zoom >= wideFrom;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

export const useWide = (): boolean => useSyncExternalStore(subscribe, isWide);
