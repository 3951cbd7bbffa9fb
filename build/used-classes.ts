import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Classes that no source names: highlight.js makes them out of a language's grammar. */
const made = /^hljs/;

/** A class in a selector, with escaped characters. */
const classInSelector = /\.((?:[\w-]|\\.|[\u0080-\uFFFF])+)/g;

/** Every word of the window's sources; a class that is put on anywhere is among them. */
export function wordsOf(root: string): Set<string> {
  const words = new Set<string>();
  for (const file of globSync('**/*.{ts,tsx,html}', { cwd: root })) {
    for (const [word] of readFileSync(join(root, file), 'utf8').matchAll(/[\w-]+/g)) words.add(word);
  }
  return words;
}

/** Whether a selector can match a page whose classes are all among `words`. Classes that are only ruled out do not count. */
export function canMatch(selector: string, words: ReadonlySet<string>): boolean {
  const wanted = selector.replaceAll(/:not\((?:[^()]|\([^()]*\))*\)/g, '');
  return [...wanted.matchAll(classInSelector)].every(([, name = '']) => {
    const plain = name.replaceAll('\\', '');
    return words.has(plain) || made.test(plain);
  });
}

/** Splits a selector list at its top-level commas. */
export function selectorsOf(list: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (const [at, character] of [...list].entries()) {
    if (character === '(' || character === '[') depth += 1;
    if (character === ')' || character === ']') depth -= 1;
    if (character === ',' && depth === 0) {
      found.push(list.slice(from, at));
      from = at + 1;
    }
  }
  return [...found, list.slice(from)];
}

/** Takes a style sheet; leaves out the rules that can match nothing. */
export function onlyUsed(css: string, words: ReadonlySet<string>): string {
  let out = '';
  let at = 0;
  while (at < css.length) {
    const open = css.indexOf('{', at);
    const end = css.indexOf(';', at);
    if (open === -1 || (end !== -1 && end < open)) {
      // A statement without a block: an import, a charset, or what is left.
      const to = end === -1 ? css.length : end + 1;
      out += css.slice(at, to);
      at = to;
      continue;
    }
    const close = endOfBlock(css, open);
    const head = css.slice(at, open);
    const body = css.slice(open + 1, close);
    at = close + 1;
    const plain = head.replaceAll(/\/\*[\s\S]*?\*\//g, '').trim();
    if (/^@(?:media|supports|layer|container)\b/.test(plain)) {
      const inside = onlyUsed(body, words);
      if (inside.trim() !== '') out += `${plain}{${inside}}`;
    } else if (plain.startsWith('@')) out += `${plain}{${body}}`;
    else {
      const kept = selectorsOf(plain).filter((selector) => canMatch(selector, words));
      if (kept.length > 0) out += `${kept.join(',')}{${body}}`;
    }
  }
  return out;
}

/** The place of the brace that closes the one at `open`; braces in strings and comments do not count. */
function endOfBlock(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    const character = css[at];
    if (character === '/' && css[at + 1] === '*') at = css.indexOf('*/', at + 2) + 1;
    else if (character === '"' || character === "'") {
      do at = css.indexOf(character, at + 1);
      while (css[at - 1] === '\\');
    } else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  throw new Error('A block of the style sheet is never closed.');
}

/**
 * Leaves out what Stacks has for things that the window has not: nine tenths of its style sheet, which every page would
 * have to download and match.
 */
export function usedClasses(root: string): Plugin {
  return {
    name: 'used-classes',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      return /stacks[\w.-]*\.css$/.test(id.split('?')[0] ?? '')
        ? { code: onlyUsed(code, wordsOf(root)), map: null }
        : undefined;
    },
  };
}
