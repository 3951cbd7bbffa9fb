import type { Subject } from '../../store/events.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { StoredSettings } from '../../store/settings.ts';
import type { AgentContext } from '../context.ts';
import { splitSummaries, type RuledAccount } from './merge.ts';
import { currentRules, type NotificationRules } from './rules.ts';
import { eventsIn, isBundled, isStillDue, updatePending } from './pending.ts';
import type { VisibleItems } from './visible-items.ts';

/** A signed-in account whose notifications are shown. */
export interface AnnouncedAccount {
  /** The network's id. */
  readonly id: string;
  readonly profile: ProfileHistory;
  readonly scheduler?: { next(): { at: number } | undefined } | undefined;
}

/** The history's version and the settings, on which it depends what is still to be announced. */
export interface Basis {
  version: number;
  settings: StoredSettings;
}

/** The accounts whose notifications are shown, with the rules for their pending ones. */
export class AnnouncedAccounts {
  readonly #context: AgentContext;
  readonly #accounts = new Map<string, AnnouncedAccount>();
  #counted: (Basis & { all: number; bundled: number }) | undefined;

  constructor(context: AgentContext) {
    this.#context = context;
  }

  add(account: AnnouncedAccount): void {
    this.#accounts.set(account.id, account);
    this.#counted = undefined;
  }

  /** Removes an account; summaries of several accounts that are pending are split among them. */
  remove({ id }: AnnouncedAccount): void {
    try {
      splitSummaries(this.withRules([...this.#accounts.values()]), this.#context.clock.now());
    } finally {
      this.#accounts.delete(id);
      this.#counted = undefined;
    }
  }

  /** Returns the accounts of signed-in users, in the order of their first sign-in. */
  signedIn(): AnnouncedAccount[] {
    return this.#context.settings
      .get()
      .networks.flatMap(({ id, accountId }) => (accountId === undefined ? [] : (this.#accounts.get(id) ?? [])));
  }

  /** Returns when the next poll of any account is due, in ms since the epoch; Infinity if none is. */
  nextPollAt(): number {
    return Math.min(...this.signedIn().map(({ scheduler }) => scheduler?.next()?.at ?? Infinity));
  }

  /** Returns the current rules of an account. */
  #rules({ profile }: AnnouncedAccount): NotificationRules {
    return currentRules(this.#context, profile);
  }

  /** Returns accounts with their rules. */
  withRules(accounts: readonly AnnouncedAccount[]): RuledAccount[] {
    return accounts.map((account) => ({ id: account.id, profile: account.profile, rules: this.#rules(account) }));
  }

  /** Returns a predicate for subjects of an account's notifications that would be announced if they were new now. */
  isDue(holder: AnnouncedAccount): (subject: Subject) => boolean {
    return (subject) => {
      const account = subject.account === undefined ? holder : this.#accounts.get(subject.account);
      return account !== undefined && isStillDue(account.profile, this.#rules(account), subject);
    };
  }

  /** Returns the current basis. */
  basis(): Basis {
    const { history, settings } = this.#context;
    return { version: history.file.version(), settings: settings.get() };
  }

  /** Whether nothing has changed since. */
  isCurrent(basis: Basis | undefined): basis is Basis {
    const { version, settings } = this.basis();
    return basis?.version === version && basis.settings === settings;
  }

  /** Returns the number of pending events that would still be announced: all, or those that are bundled when busy. */
  count(which: 'all' | 'bundled'): number {
    if (!this.isCurrent(this.#counted)) {
      const pending = this.signedIn().flatMap((account) =>
        account.profile.notifications.pending().map((notification) => ({
          isIn: isBundled(notification),
          events: eventsIn(notification, this.isDue(account)),
        })),
      );
      const sum = (all: typeof pending) => all.reduce((total, { events }) => total + events, 0);
      this.#counted = { ...this.basis(), all: sum(pending), bundled: sum(pending.filter(({ isIn }) => isIn)) };
    }
    return this.#counted[which];
  }

  /** Removes subjects that were read or muted meanwhile from an account's pending notifications. */
  dropRead(account: AnnouncedAccount): void {
    updatePending(account.profile, this.#rules(account), this.isDue(account));
  }

  /** Removes subjects that are visible to the user from an account's pending notifications. */
  dropVisible(account: AnnouncedAccount, visible: VisibleItems): void {
    const isVisible = visible.now();
    if (!isVisible) return;
    const isHidden = (subject: Subject) => !isVisible(subject.account ?? account.id, subject);
    updatePending(account.profile, this.#rules(account), isHidden);
  }
}
