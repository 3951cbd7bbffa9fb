import { addAgentTexts } from '../../common/i18n/agent-texts.ts';
import { loadLanguages } from '../../common/i18n/words.ts';

/** The agent has the texts of every language before it does anything; so have its rooms in their tests. */
addAgentTexts();
await loadLanguages();
