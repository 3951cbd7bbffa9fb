import { localeOf, type Locale } from './locale.ts';
import * as de from './locales/de/agent-only.ts';
import * as en from './locales/en/agent-only.ts';
import * as es from './locales/es/agent-only.ts';
import { addTexts, languageFor, type Language, type Translation } from './words.ts';

/** Texts used only by the agent, by language. */
export const AGENT_CATALOGUES: Record<Language, Translation<typeof en>> = { en, de, es };

// Only the agent uses localized texts, so the window does not load its texts.
addTexts(AGENT_CATALOGUES);

/** Text that is resolved once the language is known. A plain string if it comes from a network or the system. */
export type LocalizedText = string | ((locale: Locale) => string);

/** Returns the text in the given language. */
export const localize = (text: LocalizedText, locale: Locale): string =>
  typeof text === 'string' ? text : text(locale);

/** English without a region, used where no language has been chosen. */
export const ENGLISH: Locale = localeOf('en');

/**
 * Returns the user's locale: the chosen language, or else the first supported language of the system, with the region
 * that the system names for it.
 */
export function preferredLocale(chosen: 'system' | Language, systemTags: readonly string[]): Locale {
  const language = chosen === 'system' ? languageFor(systemTags) : chosen;
  return localeOf(
    language,
    systemTags.find((tag) => languageFor([tag]) === language && tag.toLowerCase().startsWith(language)),
  );
}
