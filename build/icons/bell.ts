/**
 * The drawings: one bell, and a mark for each state of the tray. Everything is drawn in a 32 × 32 box.
 */

/** The bell alone, in one colour. */
function bell(fill: string, clip = ''): string {
  return `<g fill="${fill}" ${clip}>
    <path d="M16 2.2a2.3 2.3 0 0 0-2.3 2.3v.6C9.6 6.1 6.9 9.6 6.9 13.9v5.2c0 1-.4 1.9-1.1 2.6\
l-1.6 1.7c-1 1-.3 2.8 1.2 2.8h21.2c1.5 0 2.2-1.8 1.2-2.8l-1.6-1.7a3.8 3.8 0 0 1-1.1-2.6v-5.2c0-4.3-2.7-7.8-6.8-8.8\
v-.6A2.3 2.3 0 0 0 16 2.2Z"/>
    <path d="M11.9 27.6a4.2 4.2 0 0 0 8.2 0Z"/>
  </g>`;
}

const box = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>`;

/** Cuts a hole for the mark out of the bell, so that the two do not run together at 16 px. */
const hole = (shape: string) => `<mask id="hole"><rect width="32" height="32" fill="#fff"/>${shape}</mask>`;
const HOLE_MASK = 'mask="url(#hole)"';

interface Colours {
  bell: string;
  quiet: string;
  news: string;
  alarm: string;
  /** What is drawn upon a mark. */
  onMark: string;
}

/** For panels of any colour: warm orange and mid grey are seen on dark and on light. */
export const colourful: Colours = {
  bell: '#f2821c',
  quiet: '#8d959e',
  news: '#2f8df5',
  alarm: '#e0342b',
  onMark: '#ffffff',
};
/** macOS tints template pictures itself; only their alpha counts. */
export const template: Colours = { bell: '#000', quiet: '#000', news: '#000', alarm: '#000', onMark: 'none' };

/** The tray's picture for each state, as SVG text. */
export function trayDrawings(colours: Colours): Record<'idle' | 'unread' | 'paused' | 'offline' | 'attention', string> {
  const isTemplate = colours === template;
  return {
    idle: box(bell(colours.bell)),
    unread: box(
      `${hole('<circle cx="24" cy="8" r="9" fill="#000"/>')}${bell(colours.bell, HOLE_MASK)}` +
        `<circle cx="24" cy="8" r="7" fill="${colours.news}"/>`,
    ),
    paused: box(
      `${hole('<rect x="16.5" y="15" width="16" height="17" rx="3" fill="#000"/>')}${bell(colours.quiet, HOLE_MASK)}
       <g fill="${colours.quiet}"><rect x="19" y="17.5" width="4.4" height="12.5" rx="1.4"/>
       <rect x="26" y="17.5" width="4.4" height="12.5" rx="1.4"/></g>`,
    ),
    offline: box(
      `${hole('<path d="M3 3 29 29" stroke="#000" stroke-width="8" stroke-linecap="round"/>')}
       ${bell(colours.quiet, HOLE_MASK)}
       <path d="M3.6 3.6 28.4 28.4" stroke="${colours.quiet}" stroke-width="3" stroke-linecap="round"/>`,
    ),
    attention: box(
      isTemplate
        ? `${hole('<rect x="18" y="0" width="14" height="20" fill="#000"/>')}${bell(colours.bell, HOLE_MASK)}` +
            '<g fill="#000"><rect x="22.8" y="1" width="4.6" height="11" rx="2.2"/>' +
            '<circle cx="25.1" cy="16.4" r="2.6"/></g>'
        : `${hole('<circle cx="23" cy="9" r="11" fill="#000"/>')}${bell(colours.bell, HOLE_MASK)}
           <circle cx="23" cy="9" r="9" fill="${colours.alarm}"/>
           <g fill="${colours.onMark}"><rect x="21.5" y="3.4" width="3" height="7" rx="1.4"/>
           <circle cx="23" cy="13.2" r="1.7"/></g>`,
    ),
  };
}

/** The program's own icon: the bell on a rounded, night-blue tile. */
export const APP_DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <defs><linearGradient id="tile" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="#24456f"/><stop offset="1" stop-color="#132741"/>
  </linearGradient></defs>
  <rect x="3" y="3" width="58" height="58" rx="14" fill="url(#tile)"/>
  <g transform="translate(9.6 9.8) scale(1.4)">${bell('#ffa94a')}</g>
  <circle cx="45" cy="19" r="9.4" fill="#132741"/><circle cx="45" cy="19" r="7" fill="#5cb2ff"/>
</svg>`;
