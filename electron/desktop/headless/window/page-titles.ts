import type { PageName } from '../../desktop.ts';

/** How the title of a browser's window begins while it shows a page; the window's says first how much is unread. */
const PAGE_TITLES: Record<PageName, RegExp> = {
  window: /^(\(\d+\) )?Askbell(?! panel)\b/,
  panel: /^Askbell panel\b/,
};

/** Whether a window with a title shows a page. */
export const isTitleOf = (page: PageName, title: string | undefined): boolean =>
  title !== undefined && PAGE_TITLES[page].test(title);
