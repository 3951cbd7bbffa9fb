/** Ranks of badges by name, for dumps of before 2015, which do not say them; all others are bronze. */
const GOLD_BADGES = [
  'Constable',
  'Copy Editor',
  'Electorate',
  'Famous Question',
  'Fanatic',
  'Great Answer',
  'Great Question',
  'Illuminator',
  'Legendary',
  'Lifejacket',
  'Marshal',
  'Populist',
  'Publicist',
  'Reversal',
  'Socratic',
  'Stellar Question',
  'Steward',
  'Unsung Hero',
];
const SILVER_BADGES = [
  'Beta',
  'Booster',
  'Civic Duty',
  'Constituent',
  'Convention',
  'Deputy',
  'Enlightened',
  'Enthusiast',
  'Epic',
  'Favorite Question',
  'Generalist',
  'Good Answer',
  'Good Question',
  'Guru',
  'Inquisitive',
  'Necromancer',
  'Notable Question',
  'Outspoken',
  'Proofreader',
  'Pundit',
  'Refiner',
  'Research Assistant',
  'Reviewer',
  'Sportsmanship',
  'Strunk & White',
  'Taxonomist',
  'Tenacious',
  'Yearling',
];
const RANKS_BY_NAME = new Map([
  ...GOLD_BADGES.map((name): [string, string] => [name, 'gold']),
  ...SILVER_BADGES.map((name): [string, string] => [name, 'silver']),
]);
const RANKS_BY_CLASS: Readonly<Record<string, string>> = { 1: 'gold', 2: 'silver', 3: 'bronze' };

/** @param badgeClass the dump's `Class`, where it has one */
export const rankOf = (name: string, badgeClass: string | undefined): string =>
  RANKS_BY_CLASS[badgeClass ?? ''] ?? RANKS_BY_NAME.get(name) ?? 'bronze';
