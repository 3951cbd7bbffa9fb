import { useLayoutEffect, useState, type RefObject } from 'react';

/** Where news is shown: at the foot of the window or at its head; `nowhere` while there is no room. */
export type NewsPlace = 'below' | 'above' | 'nowhere';

/** Where somebody fills something in; `data-form` marks what is no form to the browser, such as a card of questions. */
const FORMS = ['form', 'dialog', '[role="dialog"]', '[role="menu"]', '[role="listbox"]', '[data-form]'].join(', ');
const CONTROLS = 'button, input, select, textarea, label, a[href], [role^="menuitem"], [role="option"]';

/** As the style sheet has it: the distance of news at the head of the window from its edge. */
const TOP_PX = 12;
/** How often it is looked whether news is in the way of something that was opened or scrolled there. */
const CHECK_EVERY_MS = 250;

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** The first place in which a box covers none of some others. Pure. */
export function newsPlace(below: Box, others: readonly Box[]): NewsPlace {
  const covers = (box: Box) => others.some((other) => overlap(box, other));
  if (!covers(below)) return 'below';
  const above = { ...below, top: TOP_PX, bottom: TOP_PX + below.bottom - below.top };
  return covers(above) ? 'nowhere' : 'above';
}

/** The boxes of all controls of the forms in which somebody fills something in. */
function controls(): DOMRect[] {
  return [...document.querySelectorAll(CONTROLS)]
    .filter((control) => control.closest(FORMS) && !control.closest('.announcements'))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
}

/** Where some news can be shown without covering what somebody fills in; at the foot it ends where `foot` begins. */
export function useNewsPlace(
  news: RefObject<HTMLElement | null>,
  foot: RefObject<HTMLElement | null>,
  isShown: boolean,
): NewsPlace {
  const [place, setPlace] = useState<NewsPlace>('nowhere');
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    const check = () => {
      const box = news.current?.getBoundingClientRect();
      const bottom = foot.current?.getBoundingClientRect().top;
      if (!box || bottom === undefined) return;
      const { left, right, height } = box;
      setPlace(newsPlace({ left, right, top: bottom - height, bottom }, controls()));
    };
    check();
    const timer = setInterval(check, CHECK_EVERY_MS);
    window.addEventListener('resize', check);
    return () => {
      clearInterval(timer);
      window.removeEventListener('resize', check);
    };
  }, [news, foot, isShown]);
  return place;
}
