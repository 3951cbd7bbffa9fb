import { en } from './locales/en/index.ts';
import type { Words } from './words.ts';

/** Converts a network identifier (`new_answer`) to words (`New answer`). */
export function spellOut(words: Words, name: string): string {
  const spelt = name.replaceAll(/[_\s]+/g, ' ').trim();
  return spelt === '' ? words('names.other') : spelt.charAt(0).toUpperCase() + spelt.slice(1);
}

type Kinds = typeof en.names.kinds;
type Votes = typeof en.names.votes;

/**
 * Returns the display name of an `item_type`. The set is open (docs/api.md, "Objects"): unknown types are converted to
 * words.
 */
export function kindName(words: Words, itemType: string): string {
  return Object.hasOwn(en.names.kinds, itemType)
    ? words(`names.kinds.${itemType as keyof Kinds}`)
    : spellOut(words, itemType);
}

/** Returns the display name of a vote type (docs/api.md, "Objects"); unknown types are converted to words. */
export function voteName(words: Words, voteType: string): string {
  return Object.hasOwn(en.names.votes, voteType)
    ? words(`names.votes.${voteType as keyof Votes}`)
    : spellOut(words, voteType);
}
