import type { RecordedEvent } from '../../../common/contract/terminal.ts';
import { eventsAfter, lastEvent, type LoggedEvent } from '../../store/event-log.ts';
import type { History } from '../../store/history.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { scopedId } from '../ids.ts';
import type { Inbox } from './inbox.ts';
import type { Reputation } from './reputation.ts';

/** Number of events read at once. */
const PAGE = 100;

/** Page of the log; `last` is the id after which the next one begins, also if its events were deleted. */
export interface EventPage {
  events: RecordedEvent[];
  last: number;
  hasMore: boolean;
}

/** Recorded items and reputation changes of all accounts, in the order in which they were recorded. */
export class EventLog {
  readonly #history: History;
  readonly #accounts: Accounts;
  readonly #inbox: Inbox;
  readonly #reputation: Reputation;

  constructor(history: History, accounts: Accounts, inbox: Inbox, reputation: Reputation) {
    this.#history = history;
    this.#accounts = accounts;
    this.#inbox = inbox;
    this.#reputation = reputation;
  }

  /** Returns the id after which a follower begins. An id that the history never gave is of one that was replaced. */
  begin(after: number | undefined): number {
    const last = lastEvent(this.#history.file);
    return after === undefined ? last : after > last ? 0 : after;
  }

  /** Returns the next events after an id, of the accounts that the inbox lists, once these are open. */
  async page(after: number): Promise<EventPage> {
    await this.#accounts.settled();
    const logged = eventsAfter(this.#history.file, after, PAGE);
    const owners = new Map(this.#accounts.listed().map((account) => [account.profile.profile.id, account]));
    const events = logged.flatMap((event) => this.#recorded(event, owners.get(event.profileId)) ?? []);
    return { events, last: logged.at(-1)?.id ?? after, hasMore: logged.length === PAGE };
  }

  #recorded({ id, kind, key, at }: LoggedEvent, owner: Account | undefined): RecordedEvent | undefined {
    if (!owner) return undefined;
    const event = { id, at: new Date(at) };
    if (kind === 'item') return { type: kind, ...event, item: this.#inbox.entry(scopedId(owner.id, key)) };
    const change = this.#reputation.change(owner, key);
    return change && { type: kind, ...event, change };
  }
}
