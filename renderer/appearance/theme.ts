/**
 * The room of appearance: what the window looks like and which language it speaks. `theme` applies colours, density and
 * zoom, before the first paint too; `language` gives every component the words; `style/` holds the style sheets.
 */

import { useEffect, useSyncExternalStore } from 'react';
import type { Settings } from '../../common/contract/contract.ts';

/** The settings of the window's appearance that must be known before the first paint, its language included. */
export type AppearanceSettings = Pick<Settings, 'appearance' | 'density' | 'zoom' | 'language'>;

const DEFAULT_APPEARANCE: AppearanceSettings = {
  appearance: 'system',
  density: 'comfortable',
  zoom: 1,
  language: 'system',
};

/** The key under which the last appearance is stored: the settings come from the agent only after the first paint. */
const STORAGE_KEY = 'askbell.look';

/** The appearance that was stored last, so that the first paint has it already; defaults for what is missing. */
export function readStoredAppearance(): AppearanceSettings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    const known =
      typeof kept === 'object' && kept !== null
        ? Object.entries(kept).filter(
            ([name, value]) =>
              Object.hasOwn(DEFAULT_APPEARANCE, name) &&
              typeof value === typeof DEFAULT_APPEARANCE[name as keyof AppearanceSettings],
          )
        : [];
    return { ...DEFAULT_APPEARANCE, ...Object.fromEntries(known) };
  } catch {
    return DEFAULT_APPEARANCE;
  }
}

/** From these widths on (in the page's own pixels, zoom counted) the window is `medium` and `wide`. */
const MEDIUM_FROM_PX = 560;
const WIDE_FROM_PX = 1100;

/** Shorter than this, a narrow window leaves all of it to the view; the navigation comes with scrolling. */
const SHORT_BELOW_PX = 400;

function applyWindowSize(zoom: number): void {
  const { classList } = document.documentElement;
  const width = window.innerWidth / zoom;
  classList.toggle('is-narrow', width < MEDIUM_FROM_PX);
  classList.toggle('is-wide', width >= WIDE_FROM_PX);
  classList.toggle('is-short', window.innerHeight / zoom < SHORT_BELOW_PX);
}

/** Returns whether the window is wide enough for reading beside the list, kept up to date. */
export const useWideWindow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const classes = new MutationObserver(listener);
      classes.observe(document.documentElement, { attributeFilter: ['class'] });
      return () => classes.disconnect();
    },
    () => document.documentElement.classList.contains('is-wide'),
  );

/** Applies the appearance to the page, and follows the system and the window's size. Returns what ends that. */
export function applyTheme({ appearance, density, zoom }: AppearanceSettings): () => void {
  const { documentElement: html, body } = document;
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const contrast = window.matchMedia('(prefers-contrast: more)');
  const isSystem = appearance === 'system' || appearance === 'contrast';
  const onSystem = () => {
    const isDark = isSystem ? dark.matches : appearance === 'dark';
    const isContrast = appearance === 'contrast' || (appearance === 'system' && contrast.matches);
    const shade = isDark ? 'dark' : 'light';
    html.dataset['theme'] = isContrast ? (isDark ? 'contrast-dark' : 'contrast') : shade;
    // Stacks reads its theme from the body's classes.
    body.className = `theme-${shade}`;
  };
  const onResize = () => applyWindowSize(zoom);
  html.dataset['density'] = density;
  html.style.setProperty('--zoom', String(zoom));
  onSystem();
  onResize();
  const stop = new AbortController();
  for (const query of [dark, contrast]) query.addEventListener('change', onSystem, { signal: stop.signal });
  window.addEventListener('resize', onResize, { signal: stop.signal });
  return () => stop.abort();
}

/** Applies the chosen appearance whenever it changes, and stores it for the next start. */
export function useTheme({ appearance, density, zoom, language }: AppearanceSettings): void {
  useEffect(() => {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ appearance, density, zoom, language }));
    return applyTheme({ appearance, density, zoom, language });
  }, [appearance, density, zoom, language]);
}
