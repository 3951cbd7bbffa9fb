import type { Preferences, SettingsStore } from '../../store/settings.ts';
import type { AccountRegistry } from '../accounts/accounts.ts';
import type { AgentEvents, Emitter } from '../context.ts';
import type { Announcements } from '../notifications/announcements.ts';
import type { Retention } from './retention.ts';
import type { SystemSettings } from './system-settings.ts';
import type { Timers } from '../health/timers.ts';

export interface PreferenceParts {
  settings: SettingsStore;
  system: SystemSettings;
  accounts: AccountRegistry;
  retention: Retention;
  timers: Timers;
  announcements: Announcements;
  events: Emitter<AgentEvents>;
}

/** Settings of the user, and the effects of changing them. */
export class PreferenceService {
  readonly #parts: PreferenceParts;

  constructor(parts: PreferenceParts) {
    this.#parts = parts;
  }

  get(): Preferences {
    return this.#parts.settings.get().preferences;
  }

  /**
   * Changes some preferences; returns all.
   * @throws UserFacingError if the system does not support a setting
   */
  async change(part: Partial<Preferences>): Promise<Preferences> {
    const { settings, system, accounts, retention, timers, announcements, events } = this.#parts;
    const before = this.get();
    await system.change(before, { ...before, ...part });
    // Other preferences may have changed meanwhile.
    const preferences = { ...this.get(), ...part };
    settings.change({ preferences });
    if (part.pollingWeights) for (const { poller } of accounts.all()) poller?.reweigh();
    if (part.push !== undefined) await Promise.all(accounts.all().map((account) => account.listen()));
    if (part.retention !== undefined) retention.reset();
    if (part.achievements !== undefined) for (const { poller } of accounts.all()) poller?.achievementsChanged();
    if (part.notify) for (const { poller } of accounts.all()) poller?.notificationsChanged();
    events.emit('lists-changed', ['settings']);
    timers.reset();
    void announcements.deliver();
    events.emit('state-changed');
    return preferences;
  }
}
