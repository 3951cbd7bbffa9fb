import type { Random } from '../../../sandbox/world/random.ts';
import type { Window } from '../../../test/support/process/assembled.ts';

const SEARCHES = ['loop', 'how', 'the', 'zzz', 'a "quoted', 'über'];

/** Somebody who looks at the window now and then, and does in it what people do. */
export class Person {
  readonly #window: Window;
  readonly #random: Random;
  #refusals = 0;

  constructor(window: Window, random: Random) {
    this.#window = window;
    this.#random = random;
  }

  /** How often something was refused: an undo that came too late, a post that could not be had. */
  get refusals(): number {
    return this.#refusals;
  }

  /** Opens the window, does some things, and closes it. */
  async visit(): Promise<void> {
    const closing = new AbortController();
    const listening = this.#listen(closing.signal);
    await this.#try(() => this.#window.state.get());
    for (let acts = this.#random.integer(2, 8); acts > 0; acts--)
      await this.#try(() => this.#random.pick(this.#acts)());
    closing.abort();
    await Promise.allSettled(listening);
  }

  readonly #acts: (() => Promise<unknown>)[] = [
    () => this.#withEntry((key) => this.#readInbox(key)),
    () => this.#withEntry((key) => this.#readInbox(key)),
    () => this.#search(),
    () => this.#withEntry((key) => this.#snooze(key)),
    () => this.#withEntry((key) => this.#mute(key)),
    () => this.#reputation(),
    () => this.#watches(),
    () => this.#settings(),
    () => this.#window.polling.syncNow(),
    () => this.#window.diagnostics.report(),
    () => this.#window.inbox.markAllRead(),
    () => this.#export(),
  ];

  /** What an open window listens to, each until it is closed. */
  #listen(signal: AbortSignal): Promise<void>[] {
    const { state, changes, notices, navigation } = this.#window;
    const hear = async (open: Promise<AsyncIterable<unknown>>) => {
      for await (const _ of await open);
    };
    const open = [state.watch, changes, notices.watch, navigation];
    return open.map((listen) => hear(listen(undefined, { signal })));
  }

  /** Does something with one of the newest entries, if there is any. */
  async #withEntry(act: (key: string) => Promise<void>): Promise<void> {
    const { entries } = await this.#window.inbox.list({ limit: 50 });
    if (entries.length > 0) await act(this.#random.pick(entries).key);
  }

  async #readInbox(key: string): Promise<void> {
    await this.#window.inbox.counts({});
    await this.#window.inbox.read({ key, part: this.#random.chance(0.7) ? 'item' : 'question' });
    const { undo } = await this.#window.inbox.mark({
      keys: [key],
      as: this.#random.pick(['read', 'read', 'unread', 'done', 'saved']),
    });
    if (undo !== undefined && this.#random.chance(0.3)) await this.#window.inbox.undo({ undo });
  }

  async #search(): Promise<void> {
    const text = this.#random.pick(SEARCHES);
    const { entries } = await this.#window.inbox.list({ filter: { text }, limit: 50 });
    const last = entries.at(-1);
    if (last) await this.#window.inbox.list({ filter: { text }, limit: 50, before: last.place });
    await this.#window.inbox.counts({ filter: { text } });
  }

  async #snooze(key: string): Promise<void> {
    const { undo } = await this.#window.inbox.snooze({ keys: [key], until: 'later-today' });
    if (undo !== undefined && this.#random.chance(0.3)) await this.#window.inbox.undo({ undo });
    else if (this.#random.chance(0.3)) await this.#window.inbox.mark({ keys: [key], as: 'listed' });
  }

  async #mute(key: string): Promise<void> {
    await this.#window.inbox.mute({ keys: [key], muted: true });
    for (const { site, questionId } of await this.#window.inbox.mutes())
      await this.#window.inbox.unmute({ site: site.id, questionId });
  }

  async #reputation(): Promise<void> {
    await this.#window.reputation.opened();
    const { accounts } = await this.#window.reputation.list();
    await this.#window.reputation.changes({ limit: 100 });
    await this.#window.reputation.series({ range: '30-days' });
    if (accounts.length > 0)
      await this.#window.reputation.siteProfile({ site: this.#random.pick(accounts).site.id, again: false });
  }

  async #watches(): Promise<void> {
    await this.#window.watches.list();
    const [site] = await this.#window.watches.sites();
    if (!site) return;
    const tags = await this.#window.watches.completeTag({ site: site.id, text: this.#random.pick(['a', 'e', 'lo']) });
    const [tag] = tags;
    if (!tag) return;
    const rule = {
      anyTags: [tag.name],
      titleWords: this.#random.chance(0.5) ? [String(this.#random.integer(1, 99))] : [],
    };
    await this.#window.watches.preview({ site: site.id, rule });
    const { id } = await this.#window.watches.add({ site: site.id, rule });
    await this.#window.watches.change({ id, alert: 'silent' });
    if (this.#random.chance(0.95)) await this.#window.watches.remove({ id });
  }

  async #settings(): Promise<void> {
    const { zoom } = await this.#window.settings.get();
    await this.#window.settings.change({ zoom: zoom === 1 ? 1.25 : 1 });
    await this.#window.polling.snooze({ for: '30-minutes' });
    await this.#window.polling.endSnooze();
  }

  async #export(): Promise<void> {
    // Once in some days: all of a history as text takes its time.
    if (this.#random.chance(0.8)) return;
    for await (const _ of await this.#window.data.export());
  }

  async #try(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      // What Askbell refuses has a code of the contract; anything else is a fault of its own.
      if (!(error instanceof Error && 'defined' in error && error.defined === true)) throw error;
      this.#refusals++;
    }
  }
}
