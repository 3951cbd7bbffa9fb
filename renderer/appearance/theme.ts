/**
 * The room of appearance: what the window looks like and which language it speaks. `theme` applies colours, density and
 * zoom, before the first paint too; `language` gives every component the words; `style/` holds the style sheets.
 */

import { useEffect } from 'react';
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

/** Narrower than this (in the page's own pixels, zoom counted), navigation stands above the view. */
const NARROW_BELOW_PX = 720;

/** Shorter than this, nothing but the view stays in sight while the page scrolls. */
const SHORT_BELOW_PX = 500;

/**
 * In a very narrow window the frame needs more lines above and below the view, so the window counts as short sooner.
 */
const VERY_NARROW_BELOW_PX = 300;
const VERY_NARROW_SHORT_BELOW_PX = 680;

function applyWindowSize(zoom: number): void {
  const { classList } = document.documentElement;
  const width = window.innerWidth / zoom;
  classList.toggle('is-narrow', width < NARROW_BELOW_PX);
  classList.toggle(
    'is-short',
    window.innerHeight / zoom < (width < VERY_NARROW_BELOW_PX ? VERY_NARROW_SHORT_BELOW_PX : SHORT_BELOW_PX),
  );
}

/**
 * Applies the appearance to the page: Stacks reads its theme from the body's classes. Gives what stops following the
 * system.
 */
export function applyTheme({ appearance, density, zoom }: AppearanceSettings): () => void {
  const { documentElement: html, body } = document;
  const system = window.matchMedia('(prefers-contrast: more)');
  const onChange = () => {
    const contrast = appearance === 'contrast' || (appearance === 'system' && system.matches);
    body.classList.toggle('theme-highcontrast', contrast);
  };
  const shade = appearance === 'contrast' ? 'system' : appearance;
  body.classList.remove('theme-system', 'theme-light', 'theme-dark');
  body.classList.add(`theme-${shade}`);
  html.style.colorScheme = shade === 'system' ? 'light dark' : shade;
  body.classList.toggle('is-compact', density === 'compact');
  html.style.setProperty('--zoom', String(zoom));
  const onResize = () => applyWindowSize(zoom);
  onChange();
  onResize();
  system.addEventListener('change', onChange);
  window.addEventListener('resize', onResize);
  return () => {
    system.removeEventListener('change', onChange);
    window.removeEventListener('resize', onResize);
  };
}

/** Applies the chosen appearance whenever it changes, and stores it for the next start. */
export function useTheme({ appearance, density, zoom, language }: AppearanceSettings): void {
  useEffect(() => {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ appearance, density, zoom, language }));
    return applyTheme({ appearance, density, zoom, language });
  }, [appearance, density, zoom, language]);
}
