import type { Preferences } from '../store/settings.ts';
import { Commands, type CommandParts } from './view/commands.ts';
import { DataService, type DataServiceParts } from './settings/export-file.ts';
import { Transfer, type TransferParts } from './settings/transfer.ts';
import { FirstSteps, type FirstStepsParts } from './view/first-steps.ts';
import { InboxChanges, type InboxChangesParts } from './library/inbox-changes.ts';
import { InboxService, type InboxServiceParts } from './library/inbox.ts';
import { ItemActions, type ItemActionParts } from './library/item-actions.ts';
import { ReputationService, type ReputationServiceParts } from './library/reputation.ts';
import { OwnSound, type OwnSoundParts } from './settings/own-sound.ts';
import { PreferenceService, type PreferenceParts } from './settings/preferences.ts';
import { Retention, type RetentionParts } from './settings/retention.ts';
import { WatchService } from './library/watches/watches.ts';

/** Dependencies of all services, without those that they have of each other. */
export type ServicesParts = InboxServiceParts &
  Omit<InboxChangesParts, 'inbox'> &
  Omit<ItemActionParts, 'inboxChanges' | 'snoozeNotifications'> &
  ReputationServiceParts &
  FirstStepsParts &
  DataServiceParts &
  Omit<RetentionParts, 'onForgotten'> &
  Omit<PreferenceParts, 'retention'> &
  Omit<TransferParts, 'changePreferences'> &
  Omit<OwnSoundParts, 'changePreferences'> &
  Omit<CommandParts, 'inboxChanges' | 'items'>;

/** Services for the window, the tray and notifications, by topic. */
export class Services {
  readonly inbox: InboxService;
  readonly inboxChanges: InboxChanges;
  readonly items: ItemActions;
  readonly reputation: ReputationService;
  readonly watches: WatchService;
  readonly preferences: PreferenceService;
  readonly data: DataService;
  readonly transfer: Transfer;
  readonly firstSteps: FirstSteps;
  readonly ownSound: OwnSound;
  readonly commands: Commands;
  readonly retention: Retention;

  constructor(parts: ServicesParts) {
    const { accounts, timers, onChange } = parts;
    this.inbox = new InboxService(parts);
    const { inbox } = this;
    this.inboxChanges = new InboxChanges({ ...parts, inbox, onChange: () => timers.reset() });
    const { inboxChanges } = this;
    const snoozeNotifications = () => this.commands.snooze('1-hour');
    this.items = new ItemActions({ ...parts, inboxChanges, snoozeNotifications });
    const { items } = this;
    this.reputation = new ReputationService(parts);
    this.watches = new WatchService(accounts);
    this.firstSteps = new FirstSteps(parts);
    this.data = new DataService(parts);
    this.retention = new Retention({ ...parts, onForgotten: onChange });
    const { retention } = this;
    this.preferences = new PreferenceService({ ...parts, retention });
    const { preferences } = this;
    const changePreferences = (part: Partial<Preferences>) => preferences.change(part);
    this.transfer = new Transfer({ ...parts, changePreferences });
    this.ownSound = new OwnSound({ ...parts, changePreferences });
    this.commands = new Commands({ ...parts, items, inboxChanges });
  }
}
