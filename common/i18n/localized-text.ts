import { addAgentTexts } from './agent-texts.ts';
import { localeOf, type Locale } from './locale.ts';
import { languageFor, type Language } from './words.ts';

/**
 * A text that is chosen once the language is known. It is a plain string if the words come from elsewhere, such as a
 * network or the system.
 */
export type LocalizedText = string | ((locale: Locale) => string);

/** The text in the given language. */
export const localize = (text: LocalizedText, locale: Locale): string =>
  typeof text === 'string' ? text : text(locale);

// Only the agent has texts that are chosen later, so its catalogue is added here.
addAgentTexts();

/** English without a region, for places where nobody has chosen a language. */
export const ENGLISH: Locale = localeOf('en');

/**
 * The locale of a person: the language they chose, or else the first of the system's languages that Askbell has texts
 * in, with the region that the system names for it.
 */
export function preferredLocale(chosen: 'system' | Language, systemTags: readonly string[]): Locale {
  const language = chosen === 'system' ? languageFor(systemTags) : chosen;
  return localeOf(
    language,
    systemTags.find((tag) => languageFor([tag]) === language && tag.toLowerCase().startsWith(language)),
  );
}
