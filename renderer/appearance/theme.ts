import { useEffect } from 'react';
import type { Settings } from '../../common/contract/contract.ts';

/** What the window looks like, and in which language it speaks. */
export type AppearanceSettings = Pick<Settings, 'appearance' | 'density' | 'zoom' | 'language'>;

const DEFAULT_APPEARANCE: AppearanceSettings = {
  appearance: 'system',
  density: 'comfortable',
  zoom: 1,
  language: 'system',
};

/** Where the last look is kept: the settings come from the agent, after the first picture. */
const STORAGE_KEY = 'askbell.look';

/** The look of the last time, so that the first picture has it already. */
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

/** In a window narrower than this, what stands above and below the view needs more lines, so that it is short sooner. */
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

/** Puts a look on the page; Stacks reads its theme from the body's classes. Gives back what takes it off. */
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

/** Keeps the page in the look that was chosen, and remembers it for the next time. */
export function useTheme({ appearance, density, zoom, language }: AppearanceSettings): void {
  useEffect(() => {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ appearance, density, zoom, language }));
    return applyTheme({ appearance, density, zoom, language });
  }, [appearance, density, zoom, language]);
}
