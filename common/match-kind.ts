/**
 * The `itemType` of a match, which stands among the kinds that networks name. In a file of its own: whoever takes it
 * from the contract takes the contract's schemas along, which the window has no use for.
 */
export const MATCH_KIND = 'askbell_match';
