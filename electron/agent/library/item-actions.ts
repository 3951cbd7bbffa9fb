import { isWebAddress } from '../../../common/web-address.ts';
import type { Desktop, NotificationAction, WindowView } from '../../desktop/desktop.ts';
import type { StoredNotice } from '../../store/events.ts';
import type { Account } from '../accounts/account.ts';
import type { AccountRegistry } from '../accounts/accounts.ts';
import type { InboxChanges } from './inbox-changes.ts';
import { scopedId } from '../scoped-id.ts';
import { questionOfNotice, tellsOfItemsOnly } from '../notifications/notification-actions.ts';
import { parseTrayItemKey, type ItemName } from '../tray-item-key.ts';

export interface ItemActionParts {
  accounts: AccountRegistry;
  desktop: Pick<Desktop, 'openExternal'>;
  inboxChanges: InboxChanges;
  /** Snoozes all notifications for a while. */
  snoozeNotifications: () => void;
  showWindow: (view: WindowView) => void;
}

/** Actions on single items and on notifications of any account. */
export class ItemActions {
  readonly #parts: ItemActionParts;

  constructor(parts: ItemActionParts) {
    this.#parts = parts;
  }

  /** Opens an inbox item or a question in the browser and marks it read. Does nothing if it no longer exists. */
  async open(name: ItemName): Promise<void> {
    const found = this.#find(name);
    if (!found) return;
    const { own, account } = found;
    const { inbox, questions } = account.profile;
    const item = own.kind === 'inbox' ? inbox.get(own.key) : questions.get(own.siteId, own.questionId);
    if (!item) return;
    if (isWebAddress(item.link)) await this.#parts.desktop.openExternal(item.link);
    account.markRead([own]);
  }

  /** Marks items and questions read; those that no longer exist are skipped. */
  markRead(names: readonly ItemName[]): void {
    const found = names.flatMap((name) => this.#find(name) ?? []);
    for (const [account, items] of Map.groupBy(found, (one) => one.account))
      account.markRead(items.map(({ own }) => own));
  }

  /** Opens the item of a tray key. */
  async openFromTray(key: string): Promise<void> {
    const name = parseTrayItemKey(key);
    if (name) await this.open(name);
  }

  /** Handles an action on a notification; a deleted notification opens the window. */
  async onNotification(id: number, action: NotificationAction): Promise<void> {
    // The test notification, and others that are not stored, have no id of the history.
    if (id === 0) return action === 'open' ? this.#parts.showWindow('inbox') : undefined;
    const { accounts, showWindow, snoozeNotifications } = this.#parts;
    for (const account of accounts.all()) {
      const notice = account.profile.notices.get(id);
      if (!notice) continue;
      switch (action) {
        case 'open':
          return this.#openNotice(account, notice);
        case 'mark-read':
          return this.#markNoticeRead(account, notice);
        case 'mute-question':
          return this.#muteQuestionOf(account, notice);
        case 'snooze':
          return tellsOfItemsOnly(notice) ? this.#snoozeItemsOf(account, notice) : snoozeNotifications();
      }
    }
    if (action === 'open') showWindow('inbox');
    else if (action === 'snooze') snoozeNotifications();
  }

  async #openNotice(account: Account, notice: StoredNotice): Promise<void> {
    const { desktop, showWindow } = this.#parts;
    if (notice.subjects.length !== 1 || !isWebAddress(notice.link)) return showWindow(viewOf(notice));
    await desktop.openExternal(notice.link);
    account.markRead(notice.subjects);
  }

  #muteQuestionOf(account: Account, notice: StoredNotice): void {
    const question = questionOfNotice(account.profile, notice);
    if (!question) return;
    const { siteId, questionId } = question;
    const siteName = account.siteNames()(siteId);
    const { title, link } = account.profile.questions.get(siteId, questionId) ?? notice;
    this.#parts.inboxChanges.muteQuestion(account, { siteId, siteName, questionId, title, link });
  }

  #snoozeItemsOf(holder: Account, { subjects }: StoredNotice): void {
    const keys = subjects.flatMap((subject) =>
      subject.kind === 'inbox' ? [scopedId(subject.account ?? holder.id, subject.key)] : [],
    );
    this.#parts.inboxChanges.snooze(keys, 'later-today');
  }

  /** Marks the items of a notification read. A summary may contain items of several accounts. */
  #markNoticeRead(holder: Account, { subjects }: StoredNotice): void {
    for (const [id, own] of Map.groupBy(subjects, ({ account }) => account ?? holder.id))
      this.#parts.accounts.get(id)?.markRead(own);
  }

  /** Returns the account of an item or question, and its unscoped name. */
  #find(name: ItemName): { account: Account; own: ItemName } | undefined {
    const found = this.#parts.accounts.find(name.kind === 'inbox' ? name.key : name.siteId);
    if (!found) return undefined;
    const { account, id } = found;
    return { account, own: name.kind === 'inbox' ? { ...name, key: id } : { ...name, siteId: id } };
  }
}

/** Returns the view that lists all items of a notification; the inbox for items of several kinds. */
function viewOf({ subjects }: StoredNotice): WindowView {
  const kinds = new Set(subjects.map(({ kind }) => kind));
  if (kinds.size !== 1) return 'inbox';
  if (kinds.has('question')) return 'watches';
  return kinds.has('reputation') || kinds.has('badges') ? 'reputation' : 'inbox';
}
