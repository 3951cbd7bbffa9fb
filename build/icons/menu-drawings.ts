import {
  IconAnswer,
  IconBell,
  IconFlag,
  IconInfo,
  IconMessage,
  IconModerator,
  IconQuestion,
  IconReputation,
  IconSpeechBubble,
  IconStar,
} from '@stackoverflow/stacks-icons/icons';
import type { MenuIcon } from '../../electron/desktop/desktop.ts';

/** The pictures beside entries of the tray's menu: Stacks' own, as in the window. */
const DRAWINGS: Record<MenuIcon, string> = {
  answer: IconAnswer,
  bell: IconBell,
  comment: IconSpeechBubble,
  flag: IconFlag,
  info: IconInfo,
  message: IconMessage,
  moderator: IconModerator,
  question: IconQuestion,
  reputation: IconReputation,
  star: IconStar,
};

/** Seen on light menus and on dark ones: 3 : 1 or more on white and on #2d2d2d. */
export const MENU_GREY = '#7d8590';

/** Each in one colour, as SVG text. */
export const menuDrawings = (colour: string): [MenuIcon, string][] =>
  Object.entries(DRAWINGS).map(([name, svg]) => [
    name as MenuIcon,
    svg.replace('<svg ', `<svg xmlns="http://www.w3.org/2000/svg" fill="${colour}" `),
  ]);
