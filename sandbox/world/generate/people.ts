import type { DatabaseSync } from 'node:sqlite';
import { escapeText } from 'entities';
import { createWeightedDraw, type Random, type WeightedDraw } from '../random.ts';
import { DEMO_NAMES, familyNames, givenNames, PLACES, SELF_DESCRIPTIONS } from '../text/people.ts';
import { metaKey } from '../text/sites.ts';
import type { GeneratedSite } from './catalogue.ts';

/** A user of one site, as the generator knows them. */
export interface GeneratedUser {
  id: number;
  accountId: number;
  name: string;
  joinedAt: number;
}

/** The users of a site in the order they joined, and a way to draw an active one. */
export interface Crowd {
  users: readonly GeneratedUser[];
  /** Somebody who had joined by then and is none of `except`; nobody when too few had. */
  draw(random: Random, at: number, except?: readonly number[]): GeneratedUser | undefined;
}

/** Everyone on the network, the demo people first. */
export const PEOPLE_COUNT = 420;
const DAY_SECONDS = 86_400;

/** Names for everyone, no two the same: full ones, short ones, nicknames. */
function drawNames(random: Random): string[] {
  const names = new Set(DEMO_NAMES);
  while (names.size < PEOPLE_COUNT) {
    const given = random.pick(givenNames);
    const family = random.pick(familyNames);
    const style = random.fraction();
    if (style < 0.66) names.add(`${given} ${family}`);
    else if (style < 0.76) names.add(`${given} ${[...family][0] ?? ''}.`);
    else if (style < 0.88) names.add(`${given.toLowerCase()}_${random.integer(2, 99)}`);
    else names.add(given);
  }
  return [...names];
}

/**
 * When somebody joins: demo people in the first days, most others early, so that the crowd is there when the questions
 * begin.
 */
function drawJoining(random: Random, site: GeneratedSite, isDemo: boolean, now: number): number {
  const wait = isDemo ? random.fraction() * 7 * DAY_SECONDS : random.fraction() ** 2 * (now - site.launchedAt) * 0.85;
  return Math.floor(site.launchedAt + wait);
}

function drawFrom(users: readonly GeneratedUser[], weights: WeightedDraw): Crowd['draw'] {
  return (random, at, except = []) => {
    let joined = users.length;
    while (joined > 0 && (users[joined - 1]?.joinedAt ?? 0) > at) joined -= 1;
    for (let attempt = 0; joined > 0 && attempt < 40; attempt += 1) {
      const user = users[weights.draw(random, joined)];
      if (user !== undefined && !except.includes(user.id)) return user;
    }
    return undefined;
  };
}

/** How much somebody takes part on a site: a few do most of it, and the demo people are among them. */
function activity(random: Random, accountId: number): number {
  if (accountId === 1) return 26;
  if (accountId <= DEMO_NAMES.length) return 12;
  return Math.min(14, 0.4 + random.span(1) ** 2);
}

const addressOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/**
 * Writes the accounts and everyone's users: demo people on every main site, the others on one to three, some on metas.
 */
export function writePeople(
  db: DatabaseSync,
  sites: readonly GeneratedSite[],
  random: Random,
  now: number,
): Map<number, Crowd> {
  const insertAccount = db.prepare('INSERT INTO accounts (id, display_name, created_at, is_demo) VALUES (?, ?, ?, ?)');
  const insertUser = db.prepare(
    `INSERT INTO users (site_id, id, account_id, display_name, created_at, last_access_at, last_modified_at, location,
       website_url, about_me, profile_image) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?5, ?7, ?8, ?9, ?10)`,
  );
  const mainSites = sites.filter((site) => !site.isMeta);
  const joins = new Map<number, { accountId: number; joinedAt: number }[]>(sites.map((site) => [site.id, []]));
  const people = drawNames(random).map((name, index) => {
    const accountId = index + 1;
    const isDemo = index < DEMO_NAMES.length;
    const joined = (isDemo ? mainSites : random.some(mainSites, random.integer(1, 3))).map((site) => {
      const joinedAt = drawJoining(random, site, isDemo, now);
      joins.get(site.id)?.push({ accountId, joinedAt });
      const meta = sites.find((other) => other.key === metaKey(site.key));
      if (meta !== undefined && (isDemo ? accountId <= 3 : random.chance(0.15)))
        joins.get(meta.id)?.push({
          accountId,
          joinedAt: Math.min(now - DAY_SECONDS, joinedAt + random.integer(3600, 10 * DAY_SECONDS)),
        });
      return joinedAt;
    });
    insertAccount.run(accountId, name, Math.min(...joined) - random.integer(0, 3 * DAY_SECONDS), isDemo ? 1 : 0);
    return {
      name,
      location: random.chance(0.6) ? random.pick(PLACES) : null,
      website: random.chance(0.2) ? `https://${addressOf(name)}.example` : null,
      about: random.chance(0.5) ? `<p>${escapeText(random.pick(SELF_DESCRIPTIONS))}</p>` : null,
    };
  });
  const crowds = new Map<number, Crowd>();
  for (const site of sites) {
    const joined = (joins.get(site.id) ?? []).toSorted((a, b) => a.joinedAt - b.joinedAt || a.accountId - b.accountId);
    const users = joined.map(({ accountId, joinedAt }, index): GeneratedUser => {
      const { name, location, website, about } = people[accountId - 1] ?? {
        name: '',
        location: null,
        website: null,
        about: null,
      };
      const lastSeen = Math.min(now, joinedAt + random.integer(60, 30 * DAY_SECONDS));
      insertUser.run(
        site.id,
        index + 1,
        accountId,
        name,
        joinedAt,
        lastSeen,
        location,
        website,
        about,
        `{self}/avatars/${accountId}.svg`,
      );
      return { id: index + 1, accountId, name, joinedAt };
    });
    const weights = createWeightedDraw(users.map((user) => activity(random, user.accountId)));
    crowds.set(site.id, { users, draw: drawFrom(users, weights) });
  }
  return crowds;
}
