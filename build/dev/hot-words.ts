import type { Plugin } from 'vite';

/** A file of a language's catalogue; `index.ts` only puts them together. */
const CATALOGUE_FILE = /\/common\/i18n\/locales\/[a-z]{2}\/(?!index\.)[\w-]+\.ts$/;

/**
 * Shows a changed text in the open window without a reload. Everybody holds the catalogues' objects from the start, so
 * a changed file copies its texts into these; main.tsx then renders anew.
 */
export function hotWords(): Plugin {
  return {
    name: 'askbell-hot-words',
    apply: 'serve',
    transform(code, id) {
      if (!CATALOGUE_FILE.test(id)) return undefined;
      const names = [...code.matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
      return { code: `${code}\n${acceptance(names.join(', '))}`, map: null };
    },
  };
}

const acceptance = (names: string) => `
if (import.meta.hot) {
  const held = (import.meta.hot.data.held ??= { ${names} });
  const copy = (to, from) => {
    for (const name of Object.keys(to)) if (!(name in from)) delete to[name];
    for (const [name, value] of Object.entries(from)) {
      if (typeof value === 'object' && typeof to[name] === 'object') copy(to[name], value);
      else to[name] = value;
    }
  };
  import.meta.hot.accept((changed) => {
    if (!changed) return;
    copy(held, changed);
    window.dispatchEvent(new Event('askbell:words-changed'));
  });
}`;
