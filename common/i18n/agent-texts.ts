import { agentOnly as de } from './locales/de/agent-only.ts';
import { agentOnly as en } from './locales/en/agent-only.ts';
import { agentOnly as es } from './locales/es/agent-only.ts';
import { addTexts, type Language, type Translation } from './words.ts';

/** Texts used only by the agent, by language. */
export const AGENT_CATALOGUES: Record<Language, Translation<typeof en>> = { en, de, es };

/** Adds these texts in every language; the window does not need them and does not load them. */
export const addAgentTexts = (): void => addTexts(AGENT_CATALOGUES);
