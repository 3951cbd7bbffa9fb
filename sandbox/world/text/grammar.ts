const IRREGULAR_VERBS: Readonly<Record<string, string>> = { be: 'is', have: 'has', do: 'does', go: 'goes' };

/**
 * A verb phrase in the base form, for a singular subject: "skip under load" → "skips under load",
 * "not hold its pressure" → "does not hold its pressure".
 */
export function thirdPerson(phrase: string): string {
  const [verb = '', ...rest] = phrase.split(' ');
  if (verb === 'never') return `never ${thirdPerson(rest.join(' '))}`;
  if (verb === 'not') return ['does', verb, ...rest].join(' ');
  const inflected =
    IRREGULAR_VERBS[verb] ??
    (/[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : /(?:s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`);
  return [inflected, ...rest].join(' ');
}

/** Begins with a capital letter, except where the first word is code or quoted: "std::map", "os.path", "forEach". */
export function capitalized(phrase: string): string {
  const first = phrase.split(' ')[0] ?? '';
  return /[:_./"<>[*]|\p{Ll}\p{Lu}/u.test(first) ? phrase : phrase.slice(0, 1).toUpperCase() + phrase.slice(1);
}
