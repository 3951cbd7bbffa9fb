import type { SettingsStore, StoredWatch } from '../../../store/settings.ts';
import { weightedNewsValue, type EventValue } from '../../forecast/news-value.ts';

/** What the settings say at present of the polling of one account. */
export class PolledSettings {
  readonly #settings: SettingsStore;
  readonly #networkId: string;
  #watches: { all: readonly StoredWatch[]; own: StoredWatch[] } | undefined;

  constructor(settings: SettingsStore, networkId: string) {
    this.#settings = settings;
    this.#networkId = networkId;
  }

  /** Whether the person has stopped all polling. */
  isPaused(): boolean {
    return this.#settings.get().paused;
  }

  /** What news is worth, as the person weighs it. */
  newsValue(): EventValue {
    return weightedNewsValue(this.#settings.get().preferences.pollingWeights);
  }

  /** The watches of this account; the same list until some are changed. */
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

  /** Whether the person wants achievements. */
  wantsAchievements(): boolean {
    return this.#settings.get().preferences.achievements;
  }

  /** Whether the person wants achievements, and the sign-in permits them. */
  readsAchievements(): boolean {
    const { networks } = this.#settings.get();
    return (
      this.wantsAchievements() && networks.some((chosen) => chosen.id === this.#networkId && chosen.mayReadPrivate)
    );
  }
}
