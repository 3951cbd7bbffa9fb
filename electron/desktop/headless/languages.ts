/**
 * Returns the user's preferred languages as BCP 47 tags, preferred first. `LANGUAGE` may list several (GNU gettext);
 * otherwise `LC_ALL`, `LC_MESSAGES` or `LANG` apply, which Node's Intl uses on every system.
 */
export function systemLanguages(
  env: Record<string, string | undefined>,
  // The `Intl` class that uses the least memory: dates and numbers take 7 MB.
  standard = new Intl.PluralRules().resolvedOptions().locale,
): string[] {
  const named = (env['LANGUAGE'] ?? '').split(':').map((locale) => locale.replace(/[.@].*$/, '').replaceAll('_', '-'));
  return [...new Set([...named, standard])].filter((tag) => tag !== '' && tag !== 'C' && tag !== 'POSIX');
}
