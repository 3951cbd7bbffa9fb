import type { Preferences } from '../store/settings.ts';
import { Commands } from './view/commands.ts';
import { DataService, type DataServiceParts } from './settings/export-file.ts';
import { Transfer, type TransferParts } from './settings/transfer.ts';
import { FirstSteps } from './view/first-steps.ts';
import { InboxChanges } from './library/inbox-changes.ts';
import { Inbox } from './library/inbox.ts';
import { Reputation } from './library/reputation.ts';
import { OwnSound, type OwnSoundParts } from './settings/own-sound.ts';
import { PreferenceService, type PreferenceParts } from './settings/preferences.ts';
import { Retention, type RetentionParts } from './settings/retention.ts';
import type { Notifier } from './notifications/notifier.ts';
import type { AgentContext } from './context.ts';
import { Watches } from './library/watches/watches.ts';

/** Dependencies of all services, without those that they have of each other. */
export type ServicesParts = AgentContext &
  DataServiceParts &
  Omit<RetentionParts, 'onForgotten'> &
  Omit<PreferenceParts, 'retention'> &
  Omit<TransferParts, 'changePreferences'> &
  Omit<OwnSoundParts, 'changePreferences'> & { notifier: Notifier };

/** Services for the window, the tray and notifications, by topic. */
export class Services {
  readonly inbox: Inbox;
  readonly inboxChanges: InboxChanges;
  readonly reputation: Reputation;
  readonly watches: Watches;
  readonly preferences: PreferenceService;
  readonly data: DataService;
  readonly transfer: Transfer;
  readonly firstSteps: FirstSteps;
  readonly ownSound: OwnSound;
  readonly commands: Commands;
  readonly retention: Retention;

  constructor(parts: ServicesParts) {
    const { accounts, announcements, notifier, onChange } = parts;
    this.inbox = new Inbox(parts, accounts);
    this.inboxChanges = new InboxChanges(parts, accounts, this.inbox);
    this.reputation = new Reputation(parts, accounts);
    this.watches = new Watches(accounts, parts.clock);
    this.firstSteps = new FirstSteps(parts, accounts, this.watches);
    this.data = new DataService(parts);
    this.retention = new Retention({ ...parts, onForgotten: onChange });
    const { retention } = this;
    this.preferences = new PreferenceService({ ...parts, retention });
    const { preferences } = this;
    const changePreferences = (part: Partial<Preferences>) => preferences.change(part);
    this.transfer = new Transfer({ ...parts, changePreferences });
    this.ownSound = new OwnSound({ ...parts, changePreferences });
    this.commands = new Commands(parts, accounts, announcements, notifier, this.inboxChanges);
  }
}
