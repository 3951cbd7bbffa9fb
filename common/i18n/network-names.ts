import { en } from './locales/en/index.ts';
import type { Words } from './words.ts';

/** Takes a network's own name (`new_answer`); gives words (`New answer`). */
export function spellOut(words: Words, name: string): string {
  const spelt = name.replaceAll(/[_\s]+/g, ' ').trim();
  return spelt === '' ? words('names.other') : spelt.charAt(0).toUpperCase() + spelt.slice(1);
}

type Kinds = typeof en.names.kinds;
type Votes = typeof en.names.votes;

/**
 * What an `item_type` is called. The set is open (docs/api.md, "Objects"): one that is not known is shown as its own
 * name, spelt out.
 */
export function kindName(words: Words, itemType: string): string {
  return Object.hasOwn(en.names.kinds, itemType)
    ? words(`names.kinds.${itemType as keyof Kinds}`)
    : spellOut(words, itemType);
}

/** What people call a vote type (docs/api.md, "Objects"); an unknown one by its own name, spelt out. */
export function voteName(words: Words, voteType: string): string {
  return Object.hasOwn(en.names.votes, voteType)
    ? words(`names.votes.${voteType as keyof Votes}`)
    : spellOut(words, voteType);
}
