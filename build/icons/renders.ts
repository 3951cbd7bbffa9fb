import { readFileSync } from 'node:fs';
import * as icons from '@stackoverflow/stacks-icons/icons';
import type { MenuIcon, TrayStatus } from '../../electron/desktop/desktop.ts';

/**
 * Every picture that is made of the drawings in svg/: which drawing, how large, and where it goes. app/ is what the
 * running app shows, package/ what packages are made with.
 */
export interface Render {
  /** Relative to build/icons. */
  file: string;
  /** SVG text. */
  svg: string;
  sizePx: number;
}

/** The states of the tray, and the sizes that panels ask for; 20 and 40 px are Windows at 125 and 250 %. */
const TRAY_STATUSES: readonly TrayStatus[] = ['idle', 'unread', 'paused', 'offline', 'attention'];
const TRAY_SIZES_PX = [16, 20, 22, 24, 32, 40, 48] as const;

/** Of the icon theme on Linux (https://specifications.freedesktop.org/icon-theme-spec/). */
export const HICOLOR_SIZES_PX = [16, 22, 24, 32, 48, 64, 128, 256, 512] as const;
/** What Windows shows at 100 to 400 %: title bars, task bar, folders. */
export const ICO_SIZES_PX = [16, 20, 24, 32, 40, 48, 64, 128, 256] as const;
/** The types of an .icns that iconutil writes, and their sizes; two sizes come twice, for ordinary and dense screens. */
export const ICNS_TYPES = {
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic04: 16,
  ic14: 512,
  ic09: 512,
  ic05: 32,
  ic10: 1024,
  ic11: 32,
} as const;

/** Up to here the app's icon has a drawing of its own, with larger parts. */
const MAX_SMALL_PX = 32;

/** Gives a drawing by name, with the parts of others that it uses put in: neither renderers nor desktops look for them. */
export function drawing(name: string): string {
  const read = (file: string) => readFileSync(new URL(`./svg/${file}`, import.meta.url), 'utf8');
  return read(`${name}.svg`).replace(/<use href="([\w-]+\.svg)#([\w-]+)"([^/>]*)\/>/g, (_all, file, id, rest) => {
    const part = new RegExp(`<g id="${id}">([^]*?)</g>`).exec(read(file as string))?.[1];
    if (part === undefined) throw new Error(`${file} has no part "${id}".`);
    return `<g${rest}>${part}</g>`;
  });
}

/** For macOS, which tints template pictures itself: only their shape counts. */
const inBlack = (svg: string) => svg.replaceAll(/#[\da-f]{6}\b/g, '#000000');

/** The same drawing in another part of its plane. */
const within = (svg: string, viewBox: string) => svg.replace(/viewBox="[^"]+"/, `viewBox="${viewBox}"`);

/** The app's icon. */
export const appDrawing = (sizePx: number) => drawing(sizePx > MAX_SMALL_PX ? 'askbell' : 'askbell-small');

/** The app's icon with the margin that macOS asks for: the tile takes 824 of 1024 pixels. */
export const macDrawing = (sizePx: number) =>
  sizePx > MAX_SMALL_PX
    ? within(drawing('askbell'), '-4.04 -4.04 72.08 72.08')
    : within(drawing('askbell-small'), '-2 -2 36 36');

const trayRenders = (): Render[] =>
  TRAY_STATUSES.flatMap((status) => {
    const svg = drawing(`tray-${status}`);
    const template = inBlack(status === 'attention' ? drawing('template-attention') : svg);
    return [
      ...TRAY_SIZES_PX.map((sizePx) => ({ file: `app/tray-${status}-${sizePx}px.png`, svg, sizePx })),
      // macOS finds the doubled size by its name.
      { file: `app/${status}Template.png`, svg: template, sizePx: 16 },
      { file: `app/${status}Template@2x.png`, svg: template, sizePx: 32 },
    ];
  });

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
const MENU_GREY = '#7d8590';

const menuRenders = (): Render[] =>
  [
    { colour: MENU_GREY, suffix: '' },
    { colour: '#000000', suffix: 'Template' },
  ].flatMap(({ colour, suffix }) =>
    Object.entries(DRAWINGS).flatMap(([name, drawn]) => {
      const svg = drawn.replace('<svg ', `<svg xmlns="http://www.w3.org/2000/svg" fill="${colour}" `);
      return [
        { file: `app/menu-${name}${suffix}.png`, svg, sizePx: 16 },
        { file: `app/menu-${name}${suffix}@2x.png`, svg, sizePx: 32 },
      ];
    }),
  );

/** All PNGs. */
export const pngRenders = (): Render[] => [
  ...trayRenders(),
  ...menuRenders(),
  { file: 'app/askbell.png', svg: appDrawing(512), sizePx: 512 },
  { file: 'app/askbell-192px.png', svg: appDrawing(192), sizePx: 192 },
  ...HICOLOR_SIZES_PX.map((sizePx) => ({
    file: `package/hicolor/${sizePx}x${sizePx}.png`,
    svg: appDrawing(sizePx),
    sizePx,
  })),
];
