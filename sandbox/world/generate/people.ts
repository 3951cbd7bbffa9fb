import { insertInto } from '../database/statements.ts';
import type { DatabaseSync } from 'node:sqlite';
import { escapeText } from 'entities';
import { createWeightedDraw, type Random, type WeightedDraw } from '../random.ts';
import words from '../text/people.json' with { type: 'json' };
import { metaKey } from '../text/sites.ts';
import type { GeneratedSite } from './catalogue.ts';

/** A user of one site, as the generator knows them. */
interface GeneratedUser {
  id: number;
  accountId: number;
  name: string;
  joinedAt: number;
}

/** A person with what all of their users say of themselves. */
interface Person {
  accountId: number;
  name: string;
  location: string | null;
  website: string | null;
  /** HTML. */
  about: string | null;
}

/** The users of a site in the order they joined, and a way to draw an active one. */
export interface Crowd {
  users: readonly GeneratedUser[];
  /** Somebody who had joined by then and is none of `except`; nobody when too few had. */
  draw(random: Random, at: number, except?: readonly number[]): GeneratedUser | undefined;
}

/** Everyone on the network, the demo people first. */
export const PEOPLE_COUNT = 420;
/** The demo people, whom the sign-in page offers; the first is the richest in everything. */
export const DEMO_COUNT = words.demoNames.length;
const DAY_SECONDS = 86_400;

/** Names for everyone, no two the same: full ones, short ones, nicknames. */
function drawNames(random: Random): string[] {
  const names = new Set(words.demoNames);
  while (names.size < PEOPLE_COUNT) {
    const given = random.pick(words.givenNames);
    const family = random.pick(words.familyNames);
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

function drawFrom(users: readonly GeneratedUser[], drawWeighted: WeightedDraw): Crowd['draw'] {
  return (random, at, except = []) => {
    let joined = users.length;
    while (joined > 0 && (users[joined - 1]?.joinedAt ?? 0) > at) joined -= 1;
    for (let attempt = 0; joined > 0 && attempt < 40; attempt += 1) {
      const user = users[drawWeighted(random, joined)];
      if (user !== undefined && !except.includes(user.id)) return user;
    }
    return undefined;
  };
}

/** How much somebody takes part on a site: a few do most of it, and the demo people are among them. */
function activity(random: Random, accountId: number): number {
  if (accountId === 1) return 26;
  if (accountId <= DEMO_COUNT) return 12;
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
  const insertAccount = db.prepare(insertInto('accounts', 'id display_name created_at is_demo'));
  const insertUser = db.prepare(
    `INSERT INTO users (site_id, id, account_id, display_name, created_at, last_access_at, last_modified_at, location,
       website_url, about_me, profile_image)
     VALUES (:siteId, :id, :accountId, :name, :joinedAt, :lastSeen, :joinedAt, :location, :website, :about, :picture)`,
  );
  const mainSites = sites.filter((site) => !site.isMeta);
  const joins = new Map<number, { person: Person; joinedAt: number }[]>(sites.map((site) => [site.id, []]));
  const join = (site: GeneratedSite, person: Person, joinedAt: number) => {
    joins.get(site.id)?.push({ person, joinedAt });
    return joinedAt;
  };
  drawNames(random).forEach((name, index) => {
    const person: Person = { accountId: index + 1, name, location: null, website: null, about: null };
    const isDemo = index < DEMO_COUNT;
    const joined = (isDemo ? mainSites : random.some(mainSites, random.integer(1, 3))).map((site) => {
      const joinedAt = join(site, person, drawJoining(random, site, isDemo, now));
      const meta = sites.find((other) => other.key === metaKey(site.key));
      if (meta !== undefined && (isDemo ? index < 3 : random.chance(0.15)))
        join(meta, person, Math.min(now - DAY_SECONDS, joinedAt + random.integer(3600, 10 * DAY_SECONDS)));
      return joinedAt;
    });
    const createdAt = Math.min(...joined) - random.integer(0, 3 * DAY_SECONDS);
    insertAccount.run(person.accountId, name, createdAt, isDemo ? 1 : 0);
    if (random.chance(0.6)) person.location = random.pick(words.places);
    if (random.chance(0.2)) person.website = `https://${addressOf(name)}.example`;
    if (random.chance(0.5)) person.about = `<p>${escapeText(random.pick(words.selfDescriptions))}</p>`;
  });
  const crowds = new Map<number, Crowd>();
  for (const site of sites) {
    const joined = (joins.get(site.id) ?? []).toSorted(
      (a, b) => a.joinedAt - b.joinedAt || a.person.accountId - b.person.accountId,
    );
    const users = joined.map(({ person, joinedAt }, index): GeneratedUser => {
      const user = { id: index + 1, accountId: person.accountId, name: person.name, joinedAt };
      const lastSeen = Math.min(now, joinedAt + random.integer(60, 30 * DAY_SECONDS));
      const picture = `{self}/avatars/${person.accountId}.svg`;
      insertUser.run({ ...person, ...user, siteId: site.id, lastSeen, picture });
      return user;
    });
    const weights = createWeightedDraw(users.map((user) => activity(random, user.accountId)));
    crowds.set(site.id, { users, draw: drawFrom(users, weights) });
  }
  return crowds;
}

/** More than fit on a page of the API. */
const SMALL_SITES = 120;
/** Reputation that the public service gives users with 200 on another site. */
const ASSOCIATION_BONUS = 100;

/**
 * Adds many small sites, each with an account of the last demo person, who has accounts nearly everywhere, as some
 * people have. Adds them once; a world without demo people stays as it is.
 * @param now epoch seconds
 */
export function addManyAccounts(db: DatabaseSync, now: number): void {
  if (db.prepare("SELECT 1 FROM meta WHERE key = 'many_accounts'").get()) return;
  const person = db.prepare('SELECT id, display_name FROM accounts WHERE is_demo = 1 ORDER BY id DESC LIMIT 1').get();
  if (!person) return;
  const insertSite = db.prepare(
    `INSERT INTO sites (id, api_site_parameter, name, site_url, audience, icon_url, logo_url, favicon_url,
       high_resolution_icon_url, launch_date, link_color, tag_foreground_color, tag_background_color)
     VALUES (?1, ?2, ?3, ?4, 'people who like small sites', ?5, ?5, ?5, ?5, ?6, '#1F5FA8', '#24527F', '#E1EBF5')`,
  );
  const insertUser = db.prepare(
    `INSERT INTO users (site_id, id, account_id, display_name, reputation, created_at, last_access_at, profile_image)
       VALUES (?1, 1, ?2, ?3, ?4, ?5, ?5, ?6)`,
  );
  const insertEvent = db.prepare(insertInto('reputation_events', 'site_id user_id history_type change on_date'));
  const { last } = db.prepare('SELECT max(id) AS last FROM sites').get() as { last: number };
  db.exec('BEGIN IMMEDIATE');
  for (let count = 1; count <= SMALL_SITES; count += 1) {
    const site = last + count;
    const key = `small${count}`;
    const joinedAt = now - (400 + count) * DAY_SECONDS;
    const launchedAt = joinedAt - 100 * DAY_SECONDS;
    insertSite.run(site, key, `Small Site ${count}`, `https://${key}.example`, `{self}/icons/${key}.svg`, launchedAt);
    const { id, display_name: name } = person;
    const picture = `{self}/avatars/${Number(id)}.svg`;
    insertUser.run(site, id ?? null, name ?? null, 1 + ASSOCIATION_BONUS, joinedAt, picture);
    insertEvent.run(site, 1, 'association_bonus', ASSOCIATION_BONUS, joinedAt);
  }
  db.exec("INSERT INTO meta (key, value) VALUES ('many_accounts', '1'); COMMIT");
}
