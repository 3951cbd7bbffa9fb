import { names } from './locales/en/common.ts';
import type { Words } from './words.ts';

/** Converts a network identifier (`new_answer`) to words (`New answer`). */
export function spellOut(words: Words, name: string): string {
  const spelt = name.replaceAll(/[_\s]+/g, ' ').trim();
  return spelt === '' ? words('names.other') : spelt.charAt(0).toUpperCase() + spelt.slice(1);
}

/**
 * Returns the display name of an `item_type`. The set is open (docs/api.md, "Objects"): unknown types are converted to
 * words.
 */
export function kindName(words: Words, itemType: string): string {
  return Object.hasOwn(names.kinds, itemType)
    ? words(`names.kinds.${itemType as keyof typeof names.kinds}`)
    : spellOut(words, itemType);
}

/** Returns the display name of a vote type (docs/api.md, "Objects"); unknown types are converted to words. */
export function voteName(words: Words, voteType: string): string {
  return Object.hasOwn(names.votes, voteType)
    ? words(`names.votes.${voteType as keyof typeof names.votes}`)
    : spellOut(words, voteType);
}
