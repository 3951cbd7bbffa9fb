/**
 * `itemType` of a match, used beside the types of the networks. In its own file, because the contract would bring
 * schemas along that the window does not need.
 */
export const MATCH_KIND = 'askbell_match';

/** Returns the inbox key of a match. */
export const matchKey = (siteId: string, questionId: number): string => `${MATCH_KIND}|${siteId}|${questionId}`;
