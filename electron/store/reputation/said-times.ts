import type { Database } from '../database/database.ts';
import { READ_MARK } from '../database/marks.ts';
import { valueOf } from '../json-column.ts';

const MARK = 'accounts-said-at';

/** Times by the sites' ids. */
type Times = ReadonlyMap<string, number>;

const timesOf = (text: string): Times => {
  const value = valueOf(text);
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
};

/**
 * As of when the network told each account's total. Every poll of totals tells that anew, mostly of the same totals, so
 * it is a mark that is written later, and no column of their rows.
 */
export class SaidTimes {
  readonly #db: Database;
  readonly #profile: number;
  #read: { text: string | undefined; times: Times } = { text: undefined, times: new Map() };

  constructor(db: Database, profile: number) {
    this.#db = db;
    this.#profile = profile;
  }

  /** By the sites' ids; a site that is left out has what stands in its row. */
  all(): Times {
    const text = this.#db.allUnchanged<{ value: string }>(READ_MARK, this.#profile, MARK)[0]?.value;
    if (text !== this.#read.text) this.#read = { text, times: text === undefined ? new Map() : timesOf(text) };
    return this.#read.times;
  }

  /** Keeps times of some sites; `whole`: there are no others. One that is not known has what stands in its row. */
  set(times: ReadonlyMap<string, number | undefined>, whole: boolean): void {
    const next = new Map<string, number | undefined>([...(whole ? [] : this.all()), ...times]);
    this.#db.setLater(this.#profile, MARK, JSON.stringify(Object.fromEntries(next)));
  }
}
