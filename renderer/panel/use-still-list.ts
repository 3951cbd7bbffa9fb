import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { scrollToKeep } from '../feed/list/keep-place.ts';
import type { PanelItem } from './panel-items.ts';

const rowsOf = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[data-key]')];
const keyOf = (row: HTMLElement | undefined): string => row?.dataset['key'] ?? '';

/** The rows that are to stand still: the one under the pointer, the one with the focus, else the first in sight. */
function stillRows(list: HTMLElement, before: ReadonlyMap<string, number>, scrolled: number): string[] {
  const at = rowsOf(list).filter((row) => row.matches(':hover, :focus-within'));
  const inSight = scrolled > 0 ? [...before].filter(([, end]) => end > scrolled) : [];
  return [
    ...at.toSorted((one, other) => Number(other.matches(':hover')) - Number(one.matches(':hover'))).map(keyOf),
    ...inSight.map(([key]) => key),
  ];
}

/**
 * Keeps the rows of a list where they are on the screen when others come in, above or between them, while somebody
 * points at one, has the focus in one or has scrolled. Rows carry their keys in `data-key`.
 * @param settle called when everything may have its place: nobody is at the list, or goes to what is newer
 * @returns how many have come in above since, and what shows them
 */
export function useStillList(list: RefObject<HTMLElement | null>, items: readonly PanelItem[], settle: () => void) {
  const [newer, setNewer] = useState(0);
  /** Where the rows ended, in px from the beginning of the list, how far it was scrolled, and all that it had. */
  const last = useRef({ ends: new Map<string, number>(), scrolled: 0, known: new Set<string>() });
  const rows = items.map(({ entry }) => entry.key).join('\n');
  const update = useEffectEvent((keys: readonly string[]) => {
    const { current: element } = list;
    const scroller = element?.closest('main');
    if (!element || !scroller) return;
    const { ends: before, scrolled, known } = last.current;
    const there = rowsOf(element);
    const ends = new Map(there.map((row) => [keyOf(row), row.offsetTop + row.offsetHeight]));
    const added = keys.filter((key) => !known.has(key));
    const still = stillRows(element, before, scrolled);
    // When a row goes or comes back, the next row takes its place.
    const to = added.length === 0 ? scrolled : scrollToKeep(still, before, (key) => ends.get(key), scrolled);
    if (to !== scrolled) {
      // A short list can be scrolled, too.
      element.style.setProperty('min-height', `${to + scroller.clientHeight}px`);
      scroller.scrollTo(0, to);
      // Also one that is half hidden: above the first stands its label.
      const above = there.filter((row) => row.offsetTop < to && added.includes(keyOf(row))).length;
      setNewer((count) => count + above);
    }
    // Folded rows do not count as new once they are unfolded.
    const all = [...known, ...keys, ...items.flatMap(({ folded }) => folded)];
    last.current = { ends, scrolled: scroller.scrollTop, known: new Set(all) };
    if (still.length === 0) settle();
  });
  useLayoutEffect(() => update(rows.split('\n')), [rows]);
  useEffect(() => {
    const { current: element } = list;
    const scroller = element?.closest('main');
    if (!element || !scroller) return undefined;
    const onScroll = () => {
      last.current.scrolled = scroller.scrollTop;
      if (scroller.scrollTop > 0) return;
      element.style.removeProperty('min-height');
      setNewer(0);
    };
    scroller.addEventListener('scroll', onScroll);
    return () => scroller.removeEventListener('scroll', onScroll);
  }, [list]);
  const showNewer = () => {
    list.current?.closest('main')?.scrollTo(0, 0);
    settle();
  };
  return { newer, showNewer };
}
