import type { Account } from './account.ts';
import type { Traffic, TrafficFacts } from './networks.ts';
import { parseScopedId } from '../domain/scoped-id.ts';
import { userFacingError } from '../domain/user-facing-error.ts';
import type { SyncRequest } from '../polling/sync-requests.ts';
import type { Session } from './session.ts';
import type { SignedIn } from './signed-in.ts';

export interface AccountRegistryParts {
  session: Pick<Session, 'all' | 'at' | 'left' | 'leftAt'>;
  create: (signedIn: SignedIn, alreadySent: number) => Account;
  /** Called before an account goes, with all there are. */
  onLeaving: (all: Account[]) => void;
  /** Called after an account came (then it is given) or went. */
  onReplaced: (account: Account | undefined) => Promise<void>;
}

/** Everybody who is signed in, each polled by itself. */
export class AccountRegistry {
  readonly #parts: AccountRegistryParts;
  readonly #accounts = new Map<string, Account>();
  /**
   * The accounts of people who signed out on purpose. They are never started, so nothing is asked for them; their
   * history can be read.
   */
  readonly #left = new Map<string, Account>();
  /** Requests of a sign-in, which no account has counted yet, and the backoffs they were answered with. */
  readonly #uncounted = new Map<string, { sent: number; backoffs: TrafficFacts[] }>();
  /** The change under way, whether or not it succeeds. */
  #replacing: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: AccountRegistryParts) {
    this.#parts = parts;
  }

  /** Replaces the account at a network, after any earlier change. A change that fails holds up none that follow. */
  replace(id: string, signedIn: SignedIn | undefined): Promise<void> {
    const replaced = this.#replacing.then(() => this.#replaceNow(id, signedIn));
    this.#replacing = replaced.catch(() => undefined);
    return replaced;
  }

  /** Counts what is sent to a network, for whoever polls it. */
  traffic(id: string): Traffic {
    const poller = () => this.#accounts.get(id)?.poller;
    const uncounted = () => {
      const found = this.#uncounted.get(id) ?? { sent: 0, backoffs: [] };
      this.#uncounted.set(id, found);
      return found;
    };
    return {
      sent: () => {
        const counting = poller();
        if (counting) counting.sent();
        else uncounted().sent += 1;
      },
      answered: (facts) => {
        const counting = poller();
        if (counting) counting.answered(facts);
        else if (facts.backoffUntil !== undefined) uncounted().backoffs.push(facts);
      },
      blockedUntil: (method) => poller()?.blockedUntil(method),
    };
  }

  /** The first to have signed in comes first. */
  all(): Account[] {
    return this.#parts.session.all().flatMap(({ chosen }) => this.#accounts.get(chosen.id) ?? []);
  }

  /** Whose history is listed: of everybody who is signed in; where nobody is, of those who signed out. */
  listed(): Account[] {
    return [...this.all(), ...this.left()];
  }

  /** Like `listed`, where there has to be somebody. @throws UserFacingError when nobody ever signed in */
  readable(): Account[] {
    const listed = this.listed();
    if (listed.length === 0) throw userFacingError('nobody');
    return listed;
  }

  /** Those who signed out on purpose; while anybody is signed in, nothing of theirs is listed. */
  left(): Account[] {
    if (this.all().length > 0) return [];
    return this.#parts.session.left().flatMap(({ chosen }) => this.#left.get(chosen.id) ?? []);
  }

  /** Everybody who is signed in, where there has to be somebody. @throws UserFacingError when nobody is */
  required(): Account[] {
    const all = this.all();
    if (all.length === 0) throw userFacingError('nobody');
    return all;
  }

  /** The account of an id, if its history is listed. */
  readableAt(id: string): Account | undefined {
    return this.listed().find((account) => account.id === id);
  }

  get(id: string): Account | undefined {
    return this.#accounts.get(id);
  }

  /** Has everybody's streams polled as soon as the rules allow; see the poller. */
  pollAll(how: SyncRequest): void {
    for (const { poller } of this.all()) poller?.wantAll(how);
  }

  /** The account a scoped id belongs to, and the id there; an id without an account is the first one's. */
  find(qualifiedId: string): { account: Account; id: string } | undefined {
    const named = parseScopedId(qualifiedId);
    const own = named.account === undefined ? undefined : this.readableAt(named.account);
    if (own) return { account: own, id: named.id };
    const [first] = this.listed();
    return first && { account: first, id: qualifiedId };
  }

  /** Like `find`, where there has to be an account. @throws UserFacingError when nobody is signed in */
  owner(qualifiedId: string): { account: Account; id: string } {
    const found = this.find(qualifiedId);
    if (!found) throw userFacingError('nobody');
    return found;
  }

  /** Stops every account, for the end of the program. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#replacing;
    await Promise.all([...this.#accounts.values()].map((account) => account.stop()));
  }

  /** Makes the history of a user who signed out readable, or removes it where somebody is signed in again. */
  #replaceLeft(id: string): void {
    const left = this.#parts.session.leftAt(id);
    if (left) this.#left.set(id, this.#parts.create(left, 0));
    else this.#left.delete(id);
  }

  /** A change that was overtaken by another meanwhile does nothing. */
  async #replaceNow(id: string, signedIn: SignedIn | undefined): Promise<void> {
    if (this.#isStopped) return;
    const leaving = this.#accounts.get(id);
    try {
      await leaving?.stop();
      if (leaving) this.#parts.onLeaving([...this.#accounts.values()]);
    } finally {
      this.#accounts.delete(id);
    }
    let account: Account | undefined;
    if (signedIn && this.#parts.session.at(id) === signedIn) {
      const uncounted = this.#uncounted.get(id);
      account = this.#parts.create(signedIn, uncounted?.sent ?? 0);
      // Only the backoff: the server's time would be compared with a later local time.
      for (const { method, at, sentAt, took, isGood, backoffUntil } of uncounted?.backoffs ?? [])
        account.poller?.answered({ method, at, sentAt, took, isGood, backoffUntil });
      if (account.poller) this.#uncounted.delete(id);
      this.#accounts.set(id, account);
    }
    this.#replaceLeft(id);
    await this.#parts.onReplaced(account);
  }
}
