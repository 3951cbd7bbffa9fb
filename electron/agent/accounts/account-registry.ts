import type { Account } from './account.ts';
import type { Traffic, TrafficFacts } from './networks.ts';
import { parseScopedId } from '../scoped-id.ts';
import { userFacingError } from '../user-facing-error.ts';
import type { SyncRequest } from '../scheduler/sync-requests.ts';
import type { Session } from './session.ts';
import type { SignedIn } from './signed-in.ts';

export interface AccountRegistryParts {
  session: Pick<Session, 'all' | 'at' | 'left' | 'leftAt'>;
  create: (signedIn: SignedIn, alreadySent: number) => Account;
  /** Called before an account is removed, with all current accounts. */
  onLeaving: (all: Account[]) => void;
  /** Called after an account was added (then it is passed) or removed. */
  onReplaced: (account: Account | undefined) => Promise<void>;
}

/** The accounts of all signed-in users, each with its own poller. */
export class AccountRegistry {
  readonly #parts: AccountRegistryParts;
  readonly #accounts = new Map<string, Account>();
  /**
   * Accounts whose user signed out. They are never started, so no request is sent for them; their history can be read.
   */
  readonly #left = new Map<string, Account>();
  /** Requests of a sign-in that no account has counted yet, and responses to them that set a backoff. */
  readonly #uncounted = new Map<string, { sent: number; backoffs: TrafficFacts[] }>();
  /** The latest replacement, settled whether or not it succeeds. */
  #replacing: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: AccountRegistryParts) {
    this.#parts = parts;
  }

  /**
   * Replaces the account at a network, after any earlier replacement. A failed one does not block those that follow.
   */
  replace(id: string, signedIn: SignedIn | undefined): Promise<void> {
    const replaced = this.#replacing.then(() => this.#replaceNow(id, signedIn));
    this.#replacing = replaced.catch(() => undefined);
    return replaced;
  }

  /** Counts requests to a network: with its poller, or until the account exists. */
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

  /** Returns the accounts of signed-in users, in the order of their first sign-in. */
  all(): Account[] {
    return this.#parts.session.all().flatMap(({ chosen }) => this.#accounts.get(chosen.id) ?? []);
  }

  /** Returns the accounts whose history is listed: those signed in or, if there are none, those signed out. */
  listed(): Account[] {
    return [...this.all(), ...this.left()];
  }

  /**
   * Returns the listed accounts.
   * @throws UserFacingError if there are none
   */
  readable(): Account[] {
    const listed = this.listed();
    if (listed.length === 0) throw userFacingError('nobody');
    return listed;
  }

  /** Returns the accounts whose user signed out; empty while any user is signed in. */
  left(): Account[] {
    if (this.all().length > 0) return [];
    return this.#parts.session.left().flatMap(({ chosen }) => this.#left.get(chosen.id) ?? []);
  }

  /**
   * Returns the accounts of signed-in users.
   * @throws UserFacingError if there are none
   */
  required(): Account[] {
    const all = this.all();
    if (all.length === 0) throw userFacingError('nobody');
    return all;
  }

  /** Returns the account with an id, if its history is listed. */
  readableAt(id: string): Account | undefined {
    return this.listed().find((account) => account.id === id);
  }

  get(id: string): Account | undefined {
    return this.#accounts.get(id);
  }

  /** Requests polls of all accounts' streams, as soon as the rules allow. */
  pollAll(how: SyncRequest): void {
    for (const { poller } of this.all()) poller?.wantAll(how);
  }

  /**
   * Returns the account that a scoped id belongs to, and the unscoped id. An id without an account belongs to the
   * first.
   */
  find(qualifiedId: string): { account: Account; id: string } | undefined {
    const named = parseScopedId(qualifiedId);
    const own = named.account === undefined ? undefined : this.readableAt(named.account);
    if (own) return { account: own, id: named.id };
    const [first] = this.listed();
    return first && { account: first, id: qualifiedId };
  }

  /**
   * Returns the same as `find`.
   * @throws UserFacingError if no account is listed
   */
  owner(qualifiedId: string): { account: Account; id: string } {
    const found = this.find(qualifiedId);
    if (!found) throw userFacingError('nobody');
    return found;
  }

  /** Stops all accounts before the app quits. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#replacing;
    await Promise.all([...this.#accounts.values()].map((account) => account.stop()));
  }

  /** Makes the history of a signed-out user readable, or removes it if a user has signed in again. */
  #replaceLeft(id: string): void {
    const left = this.#parts.session.leftAt(id);
    if (left) this.#left.set(id, this.#parts.create(left, 0));
    else this.#left.delete(id);
  }

  /**
   * Stops and removes the account at a network. Creates the new one, unless a later sign-in or sign-out has overtaken
   * it.
   */
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
