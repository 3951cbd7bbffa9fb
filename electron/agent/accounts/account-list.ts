import { parseScopedId } from '../ids.ts';
import type { SyncRequest } from '../scheduler/sync.ts';
import { userFacingError } from '../user-facing-error.ts';
import type { Account } from './account.ts';

/** Look-ups among the accounts of signed-in users and of those who signed out. */
export abstract class AccountList {
  /** Returns the accounts of signed-in users, in the order of their first sign-in. */
  abstract all(): Account[];

  /** Returns the accounts whose user signed out; empty while any user is signed in. */
  abstract left(): Account[];

  /** Returns the accounts whose history is listed: those signed in or, if there are none, those signed out. */
  listed(): Account[] {
    return [...this.all(), ...this.left()];
  }

  /**
   * Returns the listed accounts.
   * @throws UserFacingError if there are none
   */
  readable(): Account[] {
    return atLeastOne(this.listed());
  }

  /**
   * Returns the accounts of signed-in users.
   * @throws UserFacingError if there are none
   */
  required(): Account[] {
    return atLeastOne(this.all());
  }

  /** Returns the account with an id, if its history is listed. */
  readableAt(id: string): Account | undefined {
    return this.listed().find((account) => account.id === id);
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
   * Returns the account of a scoped id, and the unscoped id.
   * @throws UserFacingError if no account is listed
   */
  owner(qualifiedId: string): { account: Account; id: string } {
    const found = this.find(qualifiedId);
    if (!found) throw userFacingError('nobody');
    return found;
  }

  /** Requests polls of all accounts' streams, as soon as the rules allow. */
  pollAll(how: SyncRequest): void {
    for (const { scheduler } of this.all()) scheduler?.pollNow(how);
  }
}

function atLeastOne(accounts: Account[]): Account[] {
  if (accounts.length === 0) throw userFacingError('nobody');
  return accounts;
}
