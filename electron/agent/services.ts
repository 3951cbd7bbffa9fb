import type { Accounts } from './accounts/accounts.ts';
import type { Announcer } from './notifications/announcer.ts';
import { Commands } from './view/commands.ts';
import { ReceivedData } from './settings/received-data.ts';
import { Transfer } from './settings/transfer.ts';
import { FirstSteps } from './view/first-steps.ts';
import { InboxChanges } from './library/inbox-changes.ts';
import { Inbox } from './library/inbox.ts';
import { Reputation } from './library/reputation.ts';
import { OwnSound } from './settings/own-sound.ts';
import { Preferences } from './settings/preferences.ts';
import { Retention } from './settings/retention.ts';
import type { Notifier } from './notifications/notifier.ts';
import type { AgentContext } from './context.ts';
import { Watches } from './library/watches/watches.ts';

/** Services for the window, the tray and notifications, by topic. */
export class Services {
  readonly inbox: Inbox;
  readonly inboxChanges: InboxChanges;
  readonly reputation: Reputation;
  readonly watches: Watches;
  readonly preferences: Preferences;
  readonly data: ReceivedData;
  readonly transfer: Transfer;
  readonly firstSteps: FirstSteps;
  readonly ownSound: OwnSound;
  readonly commands: Commands;
  readonly retention: Retention;

  constructor(context: AgentContext, version: string, accounts: Accounts, announcer: Announcer, notifier: Notifier) {
    this.inbox = new Inbox(context, accounts);
    this.inboxChanges = new InboxChanges(context, accounts, this.inbox);
    this.reputation = new Reputation(context, accounts);
    this.watches = new Watches(accounts, context.clock);
    this.firstSteps = new FirstSteps(context, accounts, this.watches);
    this.data = new ReceivedData(context, version);
    this.retention = new Retention(context);
    this.preferences = new Preferences(context, accounts, this.retention);
    this.transfer = new Transfer(context, accounts, this.preferences);
    this.ownSound = new OwnSound(context, this.preferences);
    this.commands = new Commands(context, accounts, announcer, notifier, this.inboxChanges);
  }
}
