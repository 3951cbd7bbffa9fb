import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import markdown from 'highlight.js/lib/languages/markdown';
import perl from 'highlight.js/lib/languages/perl';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import r from 'highlight.js/lib/languages/r';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scala from 'highlight.js/lib/languages/scala';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { sanitizeCode } from './sanitize.ts';

const LANGUAGES = {
  bash,
  cpp,
  csharp,
  css,
  diff,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  lua,
  markdown,
  perl,
  php,
  python,
  r,
  ruby,
  rust,
  scala,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);
// C is read as C++, whose grammar has all of it.
hljs.registerAliases(['c', 'h'], { languageName: 'cpp' });

/** How long a text may be for its language to be guessed: guessing tries all of them, and would hold up the window. */
const MAX_GUESSED_CHARS = 8000;
const MAX_HIGHLIGHTED_CHARS = 60_000;

/**
 * Colours a block of code in its place; `hints` are names of languages, the likeliest first. Unknown code stays plain.
 */
export function colour(code: Element, hints: readonly string[]): void {
  const text = code.textContent;
  if (text.length > MAX_HIGHLIGHTED_CHARS) return;
  const language = hints.find((hint) => hljs.getLanguage(hint) !== undefined);
  if (language === undefined && text.length > MAX_GUESSED_CHARS) return;
  const { value, relevance } =
    language === undefined ? hljs.highlightAuto(text) : hljs.highlight(text, { language, ignoreIllegals: true });
  // A weak guess colours at random.
  if (language === undefined && relevance < 5) return;
  code.replaceChildren(sanitizeCode(value));
}
