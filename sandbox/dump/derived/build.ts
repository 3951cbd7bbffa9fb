import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { INDEXES } from '../../world/database/indexes.ts';
import { fillKept, fillReputationDays } from '../../world/database/kept.ts';
import { openBounties } from './bounties.ts';
import { dropOrphans } from './orphans.ts';
import { findReplies } from './replies.ts';
import { buildReputation } from './reputation.ts';
import { countAnew, settleSite } from './site.ts';
import type { Dump, DumpListener } from '../dump.ts';

/** A site whose files are read. */
export interface ReadSite {
  readonly siteId: number;
  readonly dump: Dump;
  /** Columns that no file has. */
  readonly lacking: ReadonlySet<string>;
}

/** Something that is built from the rows, in one transaction. */
export interface BuildStep {
  readonly what: string;
  /** How long it takes, as a share of reading the files. @see BUILD_SHARE */
  readonly share: number;
  /** @param onPart told how much of it is done, from 0 to 1 */
  run(onPart: (share: number) => void): void;
}

const SHARES = { kept: 0.2, indexes: 0.35, texts: 1.2, reputation: 0.2, other: 0.1 } as const;
/** Texts of posts, by themselves. */
export const TEXTS_SHARE = SHARES.texts;
/** All of it, as a share of reading the files. */
export const BUILD_SHARE = Object.values(SHARES).reduce((sum, share) => sum + share, 0);

/** Lists what is to be done before texts of posts are made. */
export const firstSteps = (db: DatabaseSync, sites: readonly ReadSite[], listener: DumpListener): BuildStep[] =>
  sites.map(({ siteId, dump }) => ({
    what: `${dump.site} answers`,
    share: SHARES.other / (sites.length * 5),
    run() {
      const { ids, count } = dropOrphans(db, siteId);
      if (count > 0) listener.orphaned?.(join(dump.folder, 'Posts.xml'), ids, count);
    },
  }));

/** Lists what else is built, in its order. */
export function buildSteps(db: DatabaseSync, sites: readonly ReadSite[]): BuildStep[] {
  const other = SHARES.other / (sites.length * 5);
  const perSite = (what: string, run: (site: ReadSite) => void, share: number = other): BuildStep[] =>
    sites.map((site) => ({ what: `${site.dump.site} ${what}`, share, run: () => run(site) }));
  return [
    ...perSite('counts', ({ siteId, lacking }) => countAnew(db, siteId, lacking)),
    ...perSite('replies', ({ siteId }) => findReplies(db, siteId)),
    { what: 'kept numbers', share: SHARES.kept, run: (onPart) => fillKept(db, onPart) },
    ...[...INDEXES].map(([name, definition]) => ({
      what: `index ${name}`,
      share: SHARES.indexes / INDEXES.size,
      run: () => db.exec(`CREATE INDEX ${definition}`),
    })),
    ...perSite('reputation history', ({ siteId }) => buildReputation(db, siteId), SHARES.reputation / sites.length),
    { what: 'reputation of days', share: 0, run: () => fillReputationDays(db) },
    ...perSite('bounties', ({ siteId }) => openBounties(db, siteId)),
    ...perSite('tags', ({ siteId }) => settleSite(db, siteId)),
  ];
}
