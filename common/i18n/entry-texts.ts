import { entry as de } from './locales/de/entry.ts';
import { entry as en } from './locales/en/entry.ts';
import { entry as es } from './locales/es/entry.ts';
import { languageFor, type Language, type Translation } from './words.ts';

/** The texts of the way into the headless window, in each language. */
export const ENTRY_CATALOGUES: Record<Language, Translation<typeof en>> = { en, de, es };

/** The texts in the first of the wanted languages that Askbell has, and which it is. */
export function entryTexts(wanted: readonly string[]): { language: Language; texts: Translation<typeof en> } {
  const language = languageFor(wanted);
  return { language, texts: ENTRY_CATALOGUES[language] };
}
