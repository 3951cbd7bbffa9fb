import type { DatabaseSync } from 'node:sqlite';
import { escapeText } from 'entities';
import { createWeightedDraw, type Random, type WeightedDraw } from '../random.ts';
import { demoNames, familyNames, givenNames, places, selfDescriptions } from '../text/people.ts';
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
export const peopleCount = 420;
const year = 365 * 86_400;

function writeAccounts(db: DatabaseSync, random: Random, now: number): string[] {
  const insert = db.prepare('INSERT INTO accounts (id, display_name, created_at, is_demo) VALUES (?, ?, ?, ?)');
  const names = [...demoNames];
  const taken = new Set(names);
  while (names.length < peopleCount) {
    const given = random.pick(givenNames);
    const family = random.pick(familyNames);
    const style = random.fraction();
    const name =
      style < 0.66
        ? `${given} ${family}`
        : style < 0.76
          ? `${given} ${[...family][0] ?? ''}.`
          : style < 0.88
            ? `${given.toLowerCase()}_${random.integer(2, 99)}`
            : given;
    if (taken.has(name)) continue;
    taken.add(name);
    names.push(name);
  }
  names.forEach((name, index) =>
    insert.run(index + 1, name, now - 6 * year + Math.floor((index / peopleCount) * 4.5 * year), index < demoNames.length ? 1 : 0),
  );
  return names;
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
  if (accountId <= demoNames.length) return 12;
  return Math.min(14, 0.4 + random.span(1) ** 2);
}

/** Writes the accounts and everyone's users: demo people on every main site, the others on one to three, some on metas. */
export function writePeople(db: DatabaseSync, sites: readonly GeneratedSite[], random: Random, now: number): Map<number, Crowd> {
  const names = writeAccounts(db, random, now);
  const insert = db.prepare(
    `INSERT INTO users (site_id, id, account_id, display_name, created_at, last_access_at, last_modified_at, location, website_url,
       about_me, profile_image) VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6, ?7, ?8, ?9, ?10)`,
  );
  const mainSites = sites.filter((site) => !site.isMeta);
  const joins = new Map<number, { accountId: number; joinedAt: number }[]>(sites.map((site) => [site.id, []]));
  const profiles = names.map((_, index) => {
    const accountId = index + 1;
    const isDemo = index < demoNames.length;
    const homes = isDemo ? mainSites : random.some(mainSites, random.integer(1, 3));
    for (const site of homes) {
      // Most people join early, so that the crowd is there when the questions begin.
      const joinedAt = Math.floor(site.launchedAt + (isDemo ? 0.02 * year : 0) * random.fraction() + (isDemo ? 0 : random.fraction() ** 2 * (now - site.launchedAt) * 0.85));
      joins.get(site.id)?.push({ accountId, joinedAt });
      const meta = sites.find((other) => other.key === `meta.${site.key}`);
      if (meta !== undefined && (isDemo ? accountId <= 3 : random.chance(0.15)))
        joins.get(meta.id)?.push({ accountId, joinedAt: joinedAt + random.integer(3600, 10 * 86_400) });
    }
    return {
      location: random.chance(0.6) ? random.pick(places) : null,
      website: random.chance(0.2) ? `https://${names[index]?.toLowerCase().replace(/[^a-z]+/g, '-').replace(/^-|-$/g, '') || 'home'}.example` : null,
      about: random.chance(0.5) ? `<p>${escapeText(random.pick(selfDescriptions))}</p>` : null,
    };
  });
  const crowds = new Map<number, Crowd>();
  for (const site of sites) {
    const joined = (joins.get(site.id) ?? []).sort((a, b) => a.joinedAt - b.joinedAt || a.accountId - b.accountId);
    const users = joined.map(({ accountId, joinedAt }, index): GeneratedUser => {
      const user = { id: index + 1, accountId, name: names[accountId - 1] ?? '', joinedAt };
      const profile = profiles[accountId - 1];
      insert.run(
        site.id,
        user.id,
        accountId,
        user.name,
        joinedAt,
        joinedAt + random.integer(60, 30 * 86_400),
        profile?.location ?? null,
        profile?.website ?? null,
        profile?.about ?? null,
        `{self}/avatars/${accountId}.svg`,
      );
      return user;
    });
    const weights = createWeightedDraw(users.map((user) => activity(random, user.accountId)));
    crowds.set(site.id, { users, draw: drawFrom(users, weights) });
  }
  return crowds;
}
