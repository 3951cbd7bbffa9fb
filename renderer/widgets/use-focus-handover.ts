import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * For an item of a list that may be removed while the focus is in it, by its own button for example: moves the focus to
 * the last button of the next item, or the one before, or else to the dialog or the view around the list.
 */
export function useFocusHandover(): RefObject<HTMLLIElement | null> {
  const item = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const element = item.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const around = element.closest<HTMLElement>('dialog, main');
      const neighbours = [element.nextElementSibling, element.previousElementSibling];
      // After the list has changed; whoever has taken the focus by then keeps it.
      queueMicrotask(() => {
        if (document.activeElement !== document.body && document.activeElement !== null) return;
        const [next] = neighbours.flatMap((neighbour) =>
          neighbour?.isConnected === true ? ([...neighbour.querySelectorAll<HTMLElement>('button')].at(-1) ?? []) : [],
        );
        (next ?? (around?.isConnected === true ? around : undefined))?.focus();
      });
    };
  }, []);
  return item;
}
