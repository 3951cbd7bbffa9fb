import type { SettingsStore, StoredWatch } from '../../store/settings.ts';
import { weightedNewsValue, type EventValue } from './forecast/news-value.ts';

/** The current settings for polling one account. */
export class PolledSettings {
  readonly #settings: SettingsStore;
  readonly #networkId: string;
  #watches: { all: readonly StoredWatch[]; own: StoredWatch[] } | undefined;

  constructor(settings: SettingsStore, networkId: string) {
    this.#settings = settings;
    this.#networkId = networkId;
  }

  /** Whether the user has paused all polling. */
  isPaused(): boolean {
    return this.#settings.get().paused;
  }

  /** Returns the value of events with the user's weights. */
  newsValue(): EventValue {
    return weightedNewsValue(this.#settings.get().preferences.pollingWeights);
  }

  /** Returns the watches of this account; the same array until some are changed. */
  watches(): StoredWatch[] {
    const all = this.#settings.get().watches;
    if (this.#watches?.all !== all)
      this.#watches = { all, own: all.filter((watch) => watch.networkId === this.#networkId) };
    return this.#watches.own;
  }

  /** Whether new badges are announced. */
  wantsBadges(): boolean {
    return this.#settings.get().preferences.notify.badges;
  }

  /** Whether the user wants achievements. */
  wantsAchievements(): boolean {
    return this.#settings.get().preferences.achievements;
  }

  /** Whether the user wants achievements, and the sign-in permits reading them. */
  readsAchievements(): boolean {
    const { networks } = this.#settings.get();
    return (
      this.wantsAchievements() && networks.some((chosen) => chosen.id === this.#networkId && chosen.mayReadPrivate)
    );
  }
}
