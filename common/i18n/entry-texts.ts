import { entry as de } from './locales/de/entry.ts';
import { entry as en } from './locales/en/entry.ts';
import { entry as es } from './locales/es/entry.ts';
import { languageFor, type Language, type Translation } from './words.ts';

/** Texts of the headless window's entry pages, by language. */
export const ENTRY_CATALOGUES: Record<Language, Translation<typeof en>> = { en, de, es };

/** Returns the texts in the first supported language of the preferred ones, and that language. */
export function entryTexts(wanted: readonly string[]): { language: Language; texts: Translation<typeof en> } {
  const language = languageFor(wanted);
  return { language, texts: ENTRY_CATALOGUES[language] };
}
