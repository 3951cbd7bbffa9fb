/**
 * What a person may choose from: what the system is set to, or one of the languages that Askbell has texts in. These
 * stand in `LANGUAGES` of common/i18n/words.ts.
 */
export const LANGUAGE_CHOICES = ['system', 'en', 'de', 'es'] as const;
