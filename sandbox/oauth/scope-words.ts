import { isScope, SCOPES, type Scope } from '../api/gate/caller.ts';

/** What each scope allows, in words for the person who is asked (docs/api.md, "Authentication"). */
export const SCOPE_WORDS: Record<Scope, string> = {
  read_inbox: 'Read your inbox on every site',
  no_expiry: 'Stay signed in until you sign out',
  write_access: 'Write in your name: accept answers, for example',
  private_info: 'See private data of your account',
};

/**
 * @param sent the `scope` parameter: words separated by commas or spaces; empty asks only who the person is
 * @returns the scopes in the specification's order, or the first word that is none
 */
export function readScopes(sent: string): { scopes: Scope[] } | { unknown: string } {
  const words = sent.split(/[\s,]+/).filter(Boolean);
  const unknown = words.find((word) => !isScope(word));
  return unknown === undefined ? { scopes: SCOPES.filter((scope) => words.includes(scope)) } : { unknown };
}
