import { useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react';

/** A list from this width on has its rows on one line. */
const ONE_LINE_FROM_PX = 640;

/** Heights of a row and of the heading of a group, as tokens.css has them, before they are measured. */
const HEIGHTS_PX = {
  comfortable: { row: 40, oneLine: 36, heading: 28 },
  compact: { row: 28, oneLine: 28, heading: 20 },
};
export const SITE_HEADING_PX = 24;

const readDensity = () => (document.documentElement.dataset['density'] === 'compact' ? 'compact' : 'comfortable');

function subscribeDensity(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-density'] });
  return () => observer.disconnect();
}

/** Returns how high a row and the heading of a group are, in px, in the chosen density. */
export function useHeights(isOneLine: boolean): { row: number; heading: number } {
  const { row, oneLine, heading } = HEIGHTS_PX[useSyncExternalStore(subscribeDensity, readDensity)];
  return { row: isOneLine ? oneLine : row, heading };
}

/** Returns whether a list is so wide that its rows have room on one line, kept up to date. */
export function useOneLine(list: RefObject<HTMLElement | null>): boolean {
  const [isOneLine, setOneLine] = useState(false);
  useLayoutEffect(() => {
    const { current: element } = list;
    if (!element) return undefined;
    const measure = () => setOneLine(element.clientWidth >= ONE_LINE_FROM_PX);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list]);
  return isOneLine;
}
