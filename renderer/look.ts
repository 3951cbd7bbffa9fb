import { useEffect } from 'react';
import type { Settings } from '../common/contract/contract.ts';

/** What the window looks like, and in which language it speaks. */
export type Look = Pick<Settings, 'appearance' | 'density' | 'zoom' | 'language'>;

const first: Look = { appearance: 'system', density: 'comfortable', zoom: 1, language: 'system' };

/** Where the last look is kept: the settings come from the agent, after the first picture. */
const place = 'askbell.look';

/** The look of the last time, so that the first picture has it already. */
export function lastLook(): Look {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '{}');
    const known =
      typeof kept === 'object' && kept !== null
        ? Object.entries(kept).filter(
            ([name, value]) => Object.hasOwn(first, name) && typeof value === typeof first[name as keyof Look],
          )
        : [];
    return { ...first, ...Object.fromEntries(known) };
  } catch {
    return first;
  }
}

/** Narrower than this (in the page's own pixels, zoom counted), navigation stands above the view. */
const narrowBelow = 720;

/** Shorter than this, nothing but the view stays in sight while the page scrolls. */
const shortBelow = 500;

/** In a window narrower than this, what stands above and below the view needs more lines, so that it is short sooner. */
const tightBelow = 300;
const tightShortBelow = 680;

function measure(zoom: number): void {
  const { classList } = document.documentElement;
  const width = window.innerWidth / zoom;
  classList.toggle('is-narrow', width < narrowBelow);
  classList.toggle('is-short', window.innerHeight / zoom < (width < tightBelow ? tightShortBelow : shortBelow));
}

/** Puts a look on the page; Stacks reads its theme from the body's classes. Gives back what takes it off. */
export function putOn({ appearance, density, zoom }: Look): () => void {
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
  const onResize = () => measure(zoom);
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
export function useLook({ appearance, density, zoom, language }: Look): void {
  useEffect(() => {
    localStorage.setItem(place, JSON.stringify({ appearance, density, zoom, language }));
    return putOn({ appearance, density, zoom, language });
  }, [appearance, density, zoom, language]);
}
