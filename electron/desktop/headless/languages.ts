/**
 * The languages the person set for programs, the preferred first, as BCP 47 tags. `LANGUAGE` may list several (GNU
 * gettext); otherwise it is what `LC_ALL`, `LC_MESSAGES` or `LANG` say, which Node's Intl goes by on every system.
 */
export function systemLanguages(
  env: Record<string, string | undefined>,
  // Of what knows it, this takes the least memory: dates and numbers take 7 MB.
  standard = new Intl.PluralRules().resolvedOptions().locale,
): string[] {
  const named = (env['LANGUAGE'] ?? '').split(':').map((locale) => locale.replace(/[.@].*$/, '').replaceAll('_', '-'));
  return [...new Set([...named, standard])].filter((tag) => tag !== '' && tag !== 'C' && tag !== 'POSIX');
}
