import * as icons from '@stackoverflow/stacks-icons/icons';
import type { MenuIcon } from '../../electron/desktop/desktop.ts';

/** The pictures beside entries of the tray's menu: Stacks' own, as in the window. */
const DRAWINGS: Record<MenuIcon, string> = {
  answer: icons.IconAnswer,
  bell: icons.IconBell,
  comment: icons.IconSpeechBubble,
  flag: icons.IconFlag,
  info: icons.IconInfo,
  message: icons.IconMessage,
  moderator: icons.IconModerator,
  question: icons.IconQuestion,
  reputation: icons.IconReputation,
  star: icons.IconStar,
};

/** Seen on light menus and on dark ones: 3 : 1 or more on white and on #2d2d2d. */
export const MENU_GREY = '#7d8590';

/** Each in one colour, as SVG text. */
export const menuDrawings = (colour: string): [MenuIcon, string][] =>
  Object.entries(DRAWINGS).map(([name, svg]) => [
    name as MenuIcon,
    svg.replace('<svg ', `<svg xmlns="http://www.w3.org/2000/svg" fill="${colour}" `),
  ]);
