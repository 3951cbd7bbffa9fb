import { speechIn, type Speech } from './locale.ts';
import { languageFor, type Language } from './words.ts';

/** Something to say once the language is known; a string as it is where the words are somebody else's (a network's, the system's). */
export type Said = string | ((speech: Speech) => string);

/** What is said, in the language spoken. */
export const say = (said: Said, speech: Speech): string => (typeof said === 'string' ? said : said(speech));

/** English as such: what is spoken where nobody has chosen. */
export const english: Speech = speechIn('en');

/** The speech of a person: their own choice, or the first of the system's languages that there are words in, as spoken where they live. */
export function speechOf(chosen: 'system' | Language, system: readonly string[]): Speech {
  const language = chosen === 'system' ? languageFor(system) : chosen;
  return speechIn(
    language,
    system.find((tag) => languageFor([tag]) === language && tag.toLowerCase().startsWith(language)),
  );
}
