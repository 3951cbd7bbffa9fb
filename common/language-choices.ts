/**
 * Choices of the language setting: the system's language, or a supported one. They correspond to `LANGUAGES` of
 * common/i18n/words.ts.
 */
export const LANGUAGE_CHOICES = ['system', 'en', 'de', 'es'] as const;
