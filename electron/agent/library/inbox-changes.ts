import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { InboxFilter } from '../../../common/contract/contract.ts';
import type { ItemSnoozeLength } from '../../../common/snooze.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { MutedQuestion } from '../../store/questions/muted-questions.ts';
import type { Account } from '../accounts/account.ts';
import type { AccountRegistry } from '../accounts/accounts.ts';
import type { AgentEvents, Emitter } from '../context.ts';
import { scopedId } from '../scoped-id.ts';
import { userFacingError } from '../user-facing-error.ts';
import { snoozeEnd } from '../notifications/snooze.ts';
import type { InboxService } from './inbox.ts';
import { UndoList } from './undo.ts';

/** Number of changed items, and the token that undoes the change; no token if none changed. */
export interface Undoable {
  changed: number;
  undo?: string;
}

/** Number of items marked at once: some 10 ms of work. */
const ITEMS_PER_PIECE = 100;

export interface InboxChangesParts {
  accounts: AccountRegistry;
  inbox: InboxService;
  clock: Clock;
  events: Emitter<AgentEvents>;
  /** Called when another snooze may end next. */
  onChange: () => void;
}

/** Changes to inbox items, each undone by `undo`: reading, snoozing, muting. Ids are scoped. */
export class InboxChanges {
  readonly #parts: InboxChangesParts;
  readonly #undos = new UndoList();

  constructor(parts: InboxChangesParts) {
    this.#parts = parts;
  }

  setRead(keys: string[], read: boolean): Promise<Undoable> {
    return this.#setRead(inPieces(this.#byProfile(keys)), read);
  }

  /** Marks the unread items of a filter as read, or all unread items, including matches of watches. */
  markAllRead(filter: InboxFilter = {}): Promise<Undoable> {
    return this.#setRead(this.#parts.inbox.unreadPieces(filter), true);
  }

  snooze(keys: string[], chosen: ItemSnoozeLength | Date): Undoable & { until: Date } {
    const until = snoozeEnd(chosen, this.#parts.clock.now());
    const snoozed = [...this.#byProfile(keys)].map(
      ([profile, own]) => [profile, profile.transaction(() => profile.itemSnoozes.snooze(own, until))] as const,
    );
    const done = this.#done(countOf(snoozed), () => {
      for (const [profile, items] of snoozed) profile.transaction(() => profile.itemSnoozes.unsnooze(items));
    });
    return { ...done, until: new Date(until) };
  }

  /** Returns snoozed items to the list unchanged; undone by snoozing them again. */
  unsnooze(keys: string[]): Undoable {
    const returned = [...this.#byProfile(keys)].map(
      ([profile, own]) => [profile, profile.transaction(() => profile.itemSnoozes.end(own))] as const,
    );
    return this.#done(countOf(returned), () => {
      for (const [profile, items] of returned)
        profile.transaction(() => items.forEach(({ key, until }) => profile.itemSnoozes.snooze([key], until)));
    });
  }

  /**
   * Mutes or unmutes the question of an item.
   * @throws UserFacingError if the item has no question
   */
  mute(key: string, muted: boolean): Undoable {
    const { account, item } = this.#parts.inbox.item(key);
    const { site, questionId, title, link } = item;
    if (questionId === undefined) throw userFacingError('noQuestion');
    if (!muted) return this.unmute(scopedId(account.id, site.id), questionId);
    return this.muteQuestion(account, { siteId: site.id, siteName: site.name, questionId, title, link });
  }

  /** Mutes a question of an account, whether found by an inbox item or by a watch. */
  muteQuestion(account: Account, question: Omit<MutedQuestion, 'mutedAt'>): Undoable {
    const { mutes } = account.profile;
    const isNew = mutes.add({ ...question, mutedAt: this.#parts.clock.now() });
    return this.#done(isNew ? 1 : 0, () => mutes.remove(question.siteId, question.questionId));
  }

  unmute(site: string, questionId: number): Undoable {
    const { account, id } = this.#parts.accounts.owner(site);
    const { mutes } = account.profile;
    const mute = mutes.list().find((candidate) => candidate.siteId === id && candidate.questionId === questionId);
    if (!mute) return { changed: 0 };
    mutes.remove(id, questionId);
    return this.#done(1, () => void mutes.add(mute));
  }

  /**
   * Undoes a change.
   * @throws UserFacingError if it was undone already or is too old
   */
  async undo(name: string): Promise<void> {
    await this.#undos.takeBack(name);
    this.#changed();
  }

  /** Marks items one piece at a time, so that window and polling run in between. */
  async #setRead(
    pieces: Iterable<ReadonlyMap<ProfileHistory, string[]>> | AsyncIterable<ReadonlyMap<ProfileHistory, string[]>>,
    read: boolean,
  ): Promise<Undoable> {
    const now = this.#parts.clock.now();
    const changed: (readonly [ProfileHistory, string[]])[] = [];
    for await (const piece of pieces) {
      for (const [profile, keys] of piece)
        changed.push([profile, profile.transaction(() => profile.inbox.setRead(keys, read ? now : null))]);
      await setImmediate();
    }
    return this.#done(countOf(changed), async () => {
      for (const [profile, keys] of changed) {
        profile.transaction(() =>
          read ? profile.inbox.restoreUnread(keys) : profile.inbox.setRead(keys, this.#parts.clock.now()),
        );
        await setImmediate();
      }
    });
  }

  /** Groups keys by profile. */
  #byProfile(keys: string[]): Map<ProfileHistory, string[]> {
    const groups = Map.groupBy(
      keys.map((key) => this.#parts.accounts.owner(key)),
      ({ account }) => account.profile,
    );
    return new Map([...groups].map(([profile, owned]) => [profile, owned.map(({ id }) => id)]));
  }

  #done(changed: number, takeBack: () => void | Promise<void>): Undoable {
    if (changed === 0) return { changed };
    this.#changed();
    return { changed, undo: this.#undos.add(takeBack) };
  }

  #changed(): void {
    this.#parts.onChange();
    this.#parts.events.emit('read-changed');
  }
}

function* inPieces(groups: ReadonlyMap<ProfileHistory, string[]>): Generator<Map<ProfileHistory, string[]>> {
  for (const [profile, keys] of groups)
    for (let from = 0; from < keys.length; from += ITEMS_PER_PIECE)
      yield new Map([[profile, keys.slice(from, from + ITEMS_PER_PIECE)]]);
}

const countOf = (changed: readonly (readonly [ProfileHistory, readonly unknown[]])[]): number =>
  changed.reduce((sum, [, items]) => sum + items.length, 0);
