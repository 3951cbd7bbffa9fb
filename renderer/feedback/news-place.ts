import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Where news is shown: at the foot of the sidebar, or over the foot of the view. `nowhere`: not for now. */
export type NewsPlace = 'side' | 'over' | 'nowhere';

/** Where somebody fills something in; `data-form` marks what is no form to the browser, such as a card of questions. */
const FORMS = ['form', 'dialog', '[role="dialog"]', '[role="menu"]', '[role="listbox"]', '[data-form]'].join();
const CONTROLS = 'button, input, select, textarea, label, a[href], [role^="menuitem"], [role="option"]';
/** What one points at to use it. */
const POINTED = `li, summary, ${CONTROLS}`;

/** How often it is looked whether news is in the way of something that was opened or scrolled there. */
const CHECK_EVERY_MS = 250;

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** The place over the view: where the news would cover none of some boxes. Pure. */
function placeOver(news: Box, others: readonly Box[]): 'over' | 'nowhere' {
  return others.some((other) => overlap(news, other)) ? 'nowhere' : 'over';
}

/** The boxes of all controls that must never be covered. */
function controls(): DOMRect[] {
  return [...document.querySelectorAll(CONTROLS)]
    .filter((control) => control.closest(FORMS) && !control.closest('.announcements'))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
}

/** Where the pointer is; undefined once it has left the window, and after a touch. */
function usePointer(): RefObject<{ x: number; y: number } | undefined> {
  const pointer = useRef<{ x: number; y: number }>(undefined);
  useEffect(() => {
    const move = ({ clientX, clientY, pointerType }: PointerEvent) => {
      pointer.current = pointerType === 'touch' ? undefined : { x: clientX, y: clientY };
    };
    const leave = () => {
      pointer.current = undefined;
    };
    window.addEventListener('pointermove', move, { passive: true });
    document.documentElement.addEventListener('pointerleave', leave);
    return () => {
      window.removeEventListener('pointermove', move);
      document.documentElement.removeEventListener('pointerleave', leave);
    };
  }, []);
  return pointer;
}

/** The boxes of what somebody uses just now: what they point at, and what has the focus. */
function used(pointer: { x: number; y: number } | undefined): DOMRect[] {
  const pointedAt = pointer && document.elementFromPoint(pointer.x, pointer.y)?.closest(POINTED);
  const focused = document.activeElement?.closest(POINTED);
  return [pointedAt, focused].flatMap((element) => (element ? [element.getBoundingClientRect()] : []));
}

/** Whether news has room in the sidebar: it is as wide as its names need, and nothing in it has to be scrolled. */
function hasRoom(side: HTMLElement, isThere: boolean): boolean {
  const sidebar = side.parentElement;
  if (!sidebar || !document.documentElement.classList.contains('is-wide')) return false;
  return !isThere || sidebar.scrollHeight <= sidebar.clientHeight;
}

interface Shown {
  news: RefObject<HTMLElement | null>;
  /** Over the view, news ends where this begins. */
  foot: RefObject<HTMLElement | null>;
  /** The place in the frame, where there is one. */
  side: HTMLElement | null;
  isShown: boolean;
}

/** Where some news can be shown without covering what somebody uses or fills in. */
export function useNewsPlace({ news, foot, side, isShown }: Shown): NewsPlace {
  const [place, setPlace] = useState<NewsPlace>('nowhere');
  const pointer = usePointer();
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    let now: NewsPlace = 'nowhere';
    let isSideFull = false;
    const over = (): NewsPlace => {
      const box = news.current?.getBoundingClientRect();
      const bottom = foot.current?.getBoundingClientRect().top;
      if (!box || bottom === undefined) return now;
      const { left, right, height } = box;
      // Once it is there, people point at the news itself.
      const others = now === 'over' ? controls() : [...controls(), ...used(pointer.current)];
      return placeOver({ left, right, top: bottom - height, bottom }, others);
    };
    const check = () => {
      // Whatever comes while a dialog is open would lie behind it.
      if (now === 'nowhere' && document.querySelector('dialog[open]') !== null) return;
      isSideFull ||= side !== null && now === 'side' && !hasRoom(side, true);
      now = side && !isSideFull && hasRoom(side, now === 'side') ? 'side' : over();
      setPlace(now);
    };
    check();
    const timer = setInterval(check, CHECK_EVERY_MS);
    window.addEventListener('resize', check);
    return () => {
      clearInterval(timer);
      window.removeEventListener('resize', check);
    };
  }, [news, foot, side, isShown, pointer]);
  return place;
}
