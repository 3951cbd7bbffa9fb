import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { contract, ItemMark, SavedView } from '../../../common/contract/contract.ts';
import { isWebAddress } from '../../../common/safe-text.ts';
import type { NotificationAction, WindowView } from '../../desktop/desktop.ts';
import type { StoredNotification } from '../../store/events.ts';
import type { ItemBefore } from '../../store/inbox/inbox-items.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { MutedQuestion } from '../../store/questions.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { showWindow, type AgentContext, type Handlers } from '../context.ts';
import { questionOfNotification, tellsOfItemsOnly } from '../notifications/desktop-notification.ts';
import { snoozeEnd, snoozeNotifications } from '../notifications/quiet.ts';
import { parseTrayItemKey, scopedId, type ItemName } from '../ids.ts';
import { userFacingError } from '../user-facing-error.ts';
import { UndoList, type Inbox } from './inbox.ts';

type Topic = Handlers<typeof contract.inbox>;
type Input<Name extends keyof Topic> = Parameters<Topic[Name]>[0];
type Answered = 'mark' | 'markAllRead' | 'snooze' | 'mute' | 'unmute' | 'saveView' | 'removeView' | 'undo' | 'open';

/** Number of changed items, and the token that undoes the change; no token if none changed. */
export interface Undoable {
  changed: number;
  undo?: string;
}

/** Items of one profile that a change applies to. */
type Items = [profile: ProfileHistory, keys: string[]];
/** Items of one profile as they were before a change. */
type Changed = [profile: ProfileHistory, before: ItemBefore[]];

/** Number of items marked at once: some 10 ms of work. */
const ITEMS_PER_PIECE = 100;

/** Changes to items by window, tray and notifications; all but opening can be undone. */
export class InboxChanges implements Pick<Topic, Answered>, Pick<Handlers<typeof contract.watches>, 'openMatch'> {
  readonly #context: AgentContext;
  readonly #accounts: Accounts;
  readonly #inbox: Inbox;
  readonly #undos = new UndoList();

  constructor(context: AgentContext, accounts: Accounts, inbox: Inbox) {
    this.#context = context;
    this.#accounts = accounts;
    this.#inbox = inbox;
  }

  mark({ keys, as }: Input<'mark'>): Promise<Undoable> {
    return this.#mark(inPieces(this.#byProfile(keys)), as);
  }

  /** Marks the unread items of a filter as read, or all unread items, including matches of watches. */
  markAllRead(input?: Input<'markAllRead'>): Promise<Undoable> {
    return this.#mark(this.#inbox.unreadPieces(input?.filter ?? {}), 'read');
  }

  snooze({ keys, until: chosen }: Input<'snooze'>): Undoable & { until: Date } {
    const until = snoozeEnd(chosen, this.#context.clock.now());
    const snoozed = this.#byProfile(keys).map(([profile, own]): Changed => [profile, profile.inbox.snooze(own, until)]);
    return { ...this.#doneTo(snoozed), until: new Date(until) };
  }

  /**
   * Mutes or unmutes the questions of items.
   * @throws UserFacingError if none of the items exists, or has a question
   */
  mute({ keys, muted }: Input<'mute'>): Undoable {
    // One that is gone meanwhile keeps nobody from muting the others.
    const found = keys.flatMap((key) => this.#inbox.lookUp(key) ?? []);
    if (found.length === 0) throw userFacingError('gone');
    const items = found.filter(({ item }) => item.questionId !== undefined);
    if (items.length === 0) throw userFacingError('noQuestion');
    const undos = items.flatMap(({ account, item: { site, questionId = 0, title, link } }) =>
      muted
        ? this.#addMute(account, { siteId: site.id, siteName: site.name, questionId, title, link })
        : this.#removeMute(account, site.id, questionId),
    );
    return this.#doneAll(undos);
  }

  unmute({ site, questionId }: Input<'unmute'>): Undoable {
    const { account, id } = this.#accounts.owner(site);
    return this.#doneAll(this.#removeMute(account, id, questionId));
  }

  /** Saves a filter under a name, in the place of one with the same id; without a filter, that one is renamed. */
  saveView({ id = randomUUID(), name, view: given }: Input<'saveView'>): Undoable {
    const stored = this.#context.settings.get().savedViews.find((saved) => saved.id === id)?.view;
    const { text: _passing, ...view } = given ?? stored ?? {};
    return this.#putView(id, { id, name, view });
  }

  removeView({ id }: Input<'removeView'>): Undoable {
    return this.#putView(id);
  }

  /** Puts a saved filter in the place of the one with its id, or removes that; undone without touching the others. */
  #putView(id: string, saved?: SavedView): Undoable {
    const { settings } = this.#context;
    const views = settings.get().savedViews;
    const at = views.findIndex((one) => one.id === id);
    const put = (view: SavedView | undefined) => {
      const others = settings.get().savedViews.filter((one) => one.id !== id);
      settings.change({ savedViews: view ? others.toSpliced(at < 0 ? others.length : at, 0, view) : others });
    };
    put(saved);
    return this.#done(saved || at >= 0 ? 1 : 0, () => put(views[at]));
  }

  /**
   * Undoes a change.
   * @throws UserFacingError if it was undone already or is too old
   */
  async undo({ undo }: Input<'undo'>): Promise<void> {
    await this.#undos.undo(undo);
    this.#changed();
  }

  /** Opens an inbox item, unless the page has opened it, and marks it read together with others. */
  async open({ key, others = [], opened }: Input<'open'>): Promise<void> {
    const names = [key, ...others].map((each): ItemName => ({ kind: 'inbox', key: each }));
    if (!opened) await this.#open(names.shift()!);
    this.#markRead(names);
  }

  /** Opens a match of a watch, unless the page has opened it, and marks it read. */
  async openMatch(match: { site: string; questionId: number; opened: boolean }): Promise<void> {
    const name: ItemName = { kind: 'question', siteId: match.site, questionId: match.questionId };
    if (match.opened) this.#markRead([name]);
    else await this.#open(name);
  }

  /** Opens the item of a tray key. */
  async openFromTray(key: string): Promise<void> {
    const name = parseTrayItemKey(key);
    if (name) await this.#open(name);
  }

  /** Handles an action on a notification; a deleted notification opens the window. */
  async act({ id, action }: { id: number; action: NotificationAction }): Promise<void> {
    // The test notification, and others that are not stored, have no id of the history.
    if (id === 0) return action === 'open' ? showWindow(this.#context, 'inbox') : undefined;
    for (const account of this.#accounts.all()) {
      const notification = account.profile.notifications.get(id);
      if (!notification) continue;
      switch (action) {
        case 'open':
          return this.#openNotification(account, notification);
        case 'mark-read':
          return this.#markNotificationRead(account, notification);
        case 'mute-question':
          return this.#muteQuestionOf(account, notification);
        case 'snooze':
          if (tellsOfItemsOnly(notification)) return this.#snoozeItemsOf(account, notification);
      }
    }
    if (action === 'open') showWindow(this.#context, 'inbox');
    else if (action === 'snooze') snoozeNotifications(this.#context, '1-hour');
  }

  /** Opens an item in the browser and marks it read; one that no longer exists is ignored. */
  async #open(name: ItemName): Promise<void> {
    const found = this.#find(name);
    if (!found) return;
    const { own, account } = found;
    const { inbox, questions } = account.profile;
    const item = own.kind === 'inbox' ? inbox.get(own.key) : questions.get(own.siteId, own.questionId);
    if (!item) return;
    if (isWebAddress(item.link)) await this.#context.desktop.openExternal(item.link);
    account.markRead([own]);
  }

  async #openNotification(account: Account, notification: StoredNotification): Promise<void> {
    if (notification.subjects.length !== 1 || !isWebAddress(notification.link))
      return showWindow(this.#context, viewOf(notification));
    await this.#context.desktop.openExternal(notification.link);
    account.markRead(notification.subjects);
  }

  /** Marks the items of a notification read. A summary may contain items of several accounts. */
  #markNotificationRead(holder: Account, { subjects }: StoredNotification): void {
    for (const [id, own] of Map.groupBy(subjects, ({ account }) => account ?? holder.id))
      this.#accounts.get(id)?.markRead(own);
  }

  #muteQuestionOf(account: Account, notification: StoredNotification): void {
    const question = questionOfNotification(account.profile, notification);
    if (!question) return;
    const { title, link } = account.profile.questions.get(question.siteId, question.questionId) ?? notification;
    this.#doneAll(this.#addMute(account, { ...question, siteName: account.siteNames()(question.siteId), title, link }));
  }

  #snoozeItemsOf(holder: Account, { subjects }: StoredNotification): void {
    const keys = subjects.flatMap((subject) =>
      subject.kind === 'inbox' ? [scopedId(subject.account ?? holder.id, subject.key)] : [],
    );
    this.snooze({ keys, until: 'later-today' });
  }

  /** Mutes a question; returns the function that undoes it, if it was not muted before. */
  #addMute({ profile: { mutes } }: Account, question: Omit<MutedQuestion, 'mutedAt'>): (() => void)[] {
    const isNew = mutes.add({ ...question, mutedAt: this.#context.clock.now() });
    return isNew ? [() => mutes.remove(question.siteId, question.questionId)] : [];
  }

  /** Unmutes a question; returns the function that undoes it, if it was muted. */
  #removeMute({ profile: { mutes } }: Account, siteId: string, questionId: number): (() => void)[] {
    const mute = mutes.list().find((one) => one.siteId === siteId && one.questionId === questionId);
    if (!mute) return [];
    mutes.remove(siteId, questionId);
    return [() => void mutes.add(mute)];
  }

  /** Marks items one piece at a time, so that window and polling run in between. */
  async #mark(pieces: Iterable<Items[]> | AsyncIterable<Items[]>, mark: ItemMark): Promise<Undoable> {
    const now = this.#context.clock.now();
    const changed: Changed[] = [];
    for await (const piece of pieces) {
      for (const [profile, keys] of piece) changed.push([profile, profile.inbox.mark(keys, mark, now)]);
      await setImmediate();
    }
    return this.#doneTo(changed);
  }

  /** Reports changed items; undone by restoring them as they were, piece by piece. */
  #doneTo(changed: readonly Changed[]): Undoable {
    const count = changed.reduce((sum, [, items]) => sum + items.length, 0);
    return this.#done(count, async () => {
      for (const [profile, items] of changed) {
        profile.inbox.restore(items);
        await setImmediate();
      }
    });
  }

  /** Marks items and questions read; those that no longer exist are skipped. */
  #markRead(names: readonly ItemName[]): void {
    const found = names.flatMap((name) => this.#find(name) ?? []);
    for (const [account, items] of Map.groupBy(found, (one) => one.account))
      account.markRead(items.map(({ own }) => own));
  }

  /** Returns the account of an item or question, and its unscoped name. */
  #find(name: ItemName): { account: Account; own: ItemName } | undefined {
    const found = this.#accounts.find(name.kind === 'inbox' ? name.key : name.siteId);
    if (!found) return undefined;
    const own = name.kind === 'inbox' ? { ...name, key: found.id } : { ...name, siteId: found.id };
    return { account: found.account, own };
  }

  /** Groups keys by profile. */
  #byProfile(keys: string[]): Items[] {
    const owners = keys.map((key) => this.#accounts.owner(key));
    const groups = Map.groupBy(owners, ({ account }) => account.profile);
    return [...groups].map(([profile, owned]) => [profile, owned.map(({ id }) => id)]);
  }

  #doneAll(undos: readonly (() => void)[]): Undoable {
    return this.#done(undos.length, () => undos.forEach((undo) => undo()));
  }

  #done(changed: number, undo: () => void | Promise<void>): Undoable {
    if (changed === 0) return { changed };
    this.#changed();
    return { changed, undo: this.#undos.add(undo) };
  }

  #changed(): void {
    // Another snooze may end next.
    this.#context.events.emit('due-changed');
    this.#context.events.emit('read-changed');
  }
}

function* inPieces(groups: readonly Items[]): Generator<Items[]> {
  for (const [profile, keys] of groups)
    for (let from = 0; from < keys.length; from += ITEMS_PER_PIECE)
      yield [[profile, keys.slice(from, from + ITEMS_PER_PIECE)]];
}

/** Returns the view that lists all items of a notification; the inbox for items of several kinds. */
function viewOf({ subjects }: StoredNotification): WindowView {
  const kinds = new Set(subjects.map(({ kind }) => kind));
  if (kinds.size !== 1) return 'inbox';
  if (kinds.has('question')) return 'watches';
  return kinds.has('reputation') || kinds.has('badges') ? 'reputation' : 'inbox';
}
