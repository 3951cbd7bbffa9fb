import type { DatabaseSync } from 'node:sqlite';
import type { SandboxClock } from '../../clock.ts';
import { createAcceptRate, type AcceptRate } from './accept-rate.ts';
import { createNextId, type NextId } from './ids.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { createLookup, type Lookup } from './lookup.ts';
import { createReputationLedger, type ReputationLedger } from './reputation.ts';

/** What every action works with. */
export interface ActionContext {
  readonly db: DatabaseSync;
  readonly clock: SandboxClock;
  readonly find: Lookup;
  readonly nextId: NextId;
  readonly reputation: ReputationLedger;
  readonly inbox: Inbox;
  /** To be called when somebody's questions, or what is accepted under them, have changed. */
  readonly updateAcceptRate: AcceptRate;
  /** Notes that a user was on the site. */
  markSeen(siteId: number, userId: number, at: number): void;
}

export function createActionContext(db: DatabaseSync, clock: SandboxClock, booksCapped: boolean): ActionContext {
  const nextId = createNextId(db);
  const seen = db.prepare(
    'UPDATE users SET last_access_at = ?3 WHERE site_id = ?1 AND id = ?2 AND last_access_at < ?3',
  );
  return {
    db,
    clock,
    find: createLookup(db),
    nextId,
    reputation: createReputationLedger(db, nextId, booksCapped),
    inbox: createInbox(db),
    updateAcceptRate: createAcceptRate(db),
    markSeen: (siteId, userId, at) => void seen.run(siteId, userId, at),
  };
}
