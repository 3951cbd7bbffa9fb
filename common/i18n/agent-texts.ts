import { agentOnly as de } from './locales/de/agent-only.ts';
import { agentOnly as en } from './locales/en/agent-only.ts';
import { agentOnly as es } from './locales/es/agent-only.ts';
import { addTexts, type Language, type Translation } from './words.ts';

/** The texts that only the agent says, in each language. */
export const AGENT_CATALOGUES: Record<Language, Translation<typeof en>> = { en, de, es };

/** Adds these texts, in every language; the window never needs them, and does not have to fetch them. */
export const addAgentTexts = (): void => addTexts(AGENT_CATALOGUES);
