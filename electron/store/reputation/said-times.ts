import type { Database } from '../database/database.ts';
import { READ_MARK } from '../database/marks.ts';
import { valueOf } from '../json-column.ts';

const MARK = 'accounts-said-at';

/** Times by site id. */
type Times = ReadonlyMap<string, number>;

const timesOf = (text: string): Times => {
  const value = valueOf(text);
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
};

/**
 * Times of each account's total, by the network. Every poll of totals updates them, mostly without changed totals, so
 * they are a deferred mark instead of a column.
 */
export class SaidTimes {
  readonly #db: Database;
  readonly #profile: number;
  #read: { text: string | undefined; times: Times } = { text: undefined, times: new Map() };

  constructor(db: Database, profile: number) {
    this.#db = db;
    this.#profile = profile;
  }

  /** Returns the times by site id; an omitted site's time is in its row. */
  all(): Times {
    const text = this.#db.allUnchanged<{ value: string }>(READ_MARK, this.#profile, MARK)[0]?.value;
    if (text !== this.#read.text) this.#read = { text, times: text === undefined ? new Map() : timesOf(text) };
    return this.#read.times;
  }

  /** Stores times of some sites; `whole`: there are no others. An undefined time is read from the site's row. */
  set(times: ReadonlyMap<string, number | undefined>, whole: boolean): void {
    const next = new Map<string, number | undefined>([...(whole ? [] : this.all()), ...times]);
    this.#db.setLater(this.#profile, MARK, JSON.stringify(Object.fromEntries(next)));
  }
}
