import { loadLanguages } from '../../common/i18n/words.ts';

/** The agent has the texts of every language before it does anything; so have its rooms in their tests. */
await import('../../common/i18n/localized-text.ts');
await loadLanguages();
