/**
 * The `itemType` of a match, which stands among the kinds that networks name. It has a file of its own, because
 * importing it from the contract would bring the contract's schemas along, which the window does not need.
 */
export const MATCH_KIND = 'askbell_match';

/** The key that the inbox names a match by. */
export const matchKey = (siteId: string, questionId: number): string => `${MATCH_KIND}|${siteId}|${questionId}`;
