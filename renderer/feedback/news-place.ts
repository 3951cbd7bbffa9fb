import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { NewsSlots } from './news-slots.tsx';

/**
 * Where news is shown: in the sidebar; above the status line, for which the list makes room; in one line within the
 * status line; or over the foot of the view, where the window has no frame to put it in. `nowhere`: not for now.
 */
export type NewsPlace = 'side' | 'dock' | 'line' | 'over' | 'nowhere';

/**
 * Where somebody fills something in, and the status line; `data-form` marks what is no form to the browser, such as a
 * card of questions.
 */
const FORMS = [
  'form',
  'dialog',
  '[role="dialog"]',
  '[role="menu"]',
  '[role="listbox"]',
  '[data-form]',
  'footer',
].join();
const CONTROLS = 'button, input, select, textarea, label, a[href], [role^="menuitem"], [role="option"]';
/** What one points at to use it. */
const POINTED = `li, summary, ${CONTROLS}`;

/** How often it is looked whether news is in the way of something that was opened or scrolled there. */
const CHECK_EVERY_MS = 250;

/** The most that news above the status line takes of the list. */
const DOCK_PX = 220;

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** The window around the news. */
export interface Frame {
  /** Its parts stay in sight while the view scrolls. */
  stays: boolean;
  hasSidebar: boolean;
  /** The news is in the sidebar and does not fit there. */
  isSidebarFull: boolean;
  /** The list scrolls by itself, so that it can make room. */
  canMakeRoom: boolean;
  /** Somebody points at the foot of the list, or has the focus there. */
  isFootUsed: boolean;
}

/**
 * The place in the frame; undefined where it has none. News in a line stays there: whoever goes for it must not find it
 * elsewhere. Pure.
 */
export function placeInFrame(frame: Frame, before: NewsPlace): 'side' | 'dock' | 'line' | undefined {
  if (!frame.stays) return undefined;
  if (before === 'line' || frame.isSidebarFull) return 'line';
  if (frame.hasSidebar) return 'side';
  return frame.canMakeRoom && (before === 'dock' || !frame.isFootUsed) ? 'dock' : 'line';
}

/** The place over the view: where the news would cover none of some boxes. Pure. */
export function placeOver(news: Box, others: readonly Box[]): 'over' | 'nowhere' {
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

/** How the frame is just now. */
function readFrame({ side, line }: NewsSlots, before: NewsPlace, usedBoxes: () => DOMRect[]): Frame {
  const { classList } = document.documentElement;
  const status = line?.closest('footer')?.getBoundingClientRect();
  const sidebar = before === 'side' ? side?.parentElement : undefined;
  const foot = status && { left: status.left, right: status.right, top: status.top - DOCK_PX, bottom: status.top };
  return {
    stays: status !== undefined && !classList.contains('is-short'),
    hasSidebar: side !== undefined && !classList.contains('is-narrow'),
    isSidebarFull: sidebar ? sidebar.scrollHeight > sidebar.clientHeight : false,
    canMakeRoom: document.querySelector('.shell .inbox') !== null,
    isFootUsed: foot !== undefined && usedBoxes().some((box) => overlap(box, foot)),
  };
}

interface Shown {
  news: RefObject<HTMLElement | null>;
  /** Over the view, news ends where this begins. */
  foot: RefObject<HTMLElement | null>;
  slots: NewsSlots;
  isShown: boolean;
}

/** Where some news can be shown without covering what somebody uses or fills in. */
export function useNewsPlace({ news, foot, slots, isShown }: Shown): NewsPlace {
  const [place, setPlace] = useState<NewsPlace>('nowhere');
  const pointer = usePointer();
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    let now: NewsPlace = 'nowhere';
    const over = (): NewsPlace => {
      const box = news.current?.getBoundingClientRect();
      const bottom = foot.current?.getBoundingClientRect().top;
      if (!box || bottom === undefined) return now;
      const { left, right, height } = box;
      // Once it is there, people point at the news itself.
      const others = now === 'over' ? controls() : [...controls(), ...used(pointer.current)];
      return placeOver({ left, right, top: bottom - height, bottom }, others);
    };
    const announcements = foot.current?.parentElement;
    const check = () => {
      // Whatever comes while a dialog is open would lie behind it.
      if (now !== 'nowhere' || document.querySelector('dialog[open]') === null) {
        const frame = readFrame(slots, now, () => used(pointer.current));
        now = placeInFrame(frame, now) ?? over();
      }
      const room = now === 'dock' ? (news.current?.offsetHeight ?? 0) : 0;
      announcements?.style.setProperty('--news-room', `${room}px`);
      setPlace(now);
    };
    check();
    const timer = setInterval(check, CHECK_EVERY_MS);
    window.addEventListener('resize', check);
    return () => {
      clearInterval(timer);
      window.removeEventListener('resize', check);
      announcements?.style.removeProperty('--news-room');
    };
  }, [news, foot, slots, isShown, pointer]);
  return place;
}
