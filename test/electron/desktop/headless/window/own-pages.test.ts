import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { errorPage } from '../../../../../electron/desktop/headless/window/own-pages.ts';

const STACKS = fileURLToPath(import.meta.resolve('@stackoverflow/stacks/dist/css/stacks.css'));

/** The window's colours, as Stacks names them. */
const SAME_AS = {
  ...{ ground: 'black-100', card: 'white', line: 'black-200', code: 'black-150' },
  ...{ text: 'black-600', hint: 'black-400', link: 'blue-500', bell: 'orange-400' },
};

it('has the colours of the window, light and dark', () => {
  const valuesOf = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`--${name}: ?(hsl\\([^)]*\\))`, 'g'))].map(([, value]) => value);
  const stacks = readFileSync(STACKS, 'utf8');
  const { body } = errorPage('refused', {});
  for (const [ours, theirs] of Object.entries(SAME_AS))
    expect([ours, valuesOf(body, ours)]).toEqual([ours, valuesOf(stacks, theirs).slice(0, 2)]);
});

const MEXICO = 'es-MX,es;q=0.9';
it.each([
  ['refused', 403, 'de-AT,de;q=0.9,en;q=0.5', 'de', 'Askbell kennt diesen Browser nicht'],
  ['refused', 403, 'fr, es;q=0.4, en;q=0.2', 'es', 'Askbell no conoce este navegador'],
  ['refused', 403, 'en;q=0.2, de;q=0', 'en', 'Askbell doesn’t know this browser'],
  ['refused', 403, '*', 'en', 'Askbell doesn’t know this browser'],
  ['notFound', 404, MEXICO, 'es', 'Aquí no hay nada'],
  ['unanswered', 500, MEXICO, 'es', 'Askbell no puede mostrar su ventana'],
] as const)('says %s with %i in the language of the browser: %s', (page, status, accepted, language, title) => {
  const answer = errorPage(page, { 'accept-language': accepted });
  expect(answer.status).toBe(status);
  expect(answer.body).toContain(`<html lang="${language}">`);
  expect(answer.body).toContain(`<h1>${title}</h1>`);
});
