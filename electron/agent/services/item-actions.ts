import type { Desktop, NotificationAction, WindowView } from '../../desktop/desktop.ts';
import type { StoredNotice } from '../../store/events.ts';
import type { Account } from '../accounts/account.ts';
import type { AccountRegistry } from '../accounts/account-registry.ts';
import { parseTrayItemKey, type ItemName } from '../presentation/tray-item-key.ts';

export interface ItemActionParts {
  accounts: AccountRegistry;
  desktop: Pick<Desktop, 'openExternal'>;
  showWindow: (view: WindowView) => void;
}

/** What a person does with single items and with notifications, of whichever account. */
export class ItemActions {
  readonly #parts: ItemActionParts;

  constructor(parts: ItemActionParts) {
    this.#parts = parts;
  }

  /** Opens an inbox item or a question in the browser and marks it read. Does nothing where it is gone. */
  async open(name: ItemName): Promise<void> {
    const found = this.#find(name);
    if (!found) return;
    const { own, account } = found;
    const { inbox, questions } = account.profile;
    const item = own.kind === 'inbox' ? inbox.get(own.key) : questions.get(own.siteId, own.questionId);
    if (!item) return;
    if (item.link !== undefined) await this.#parts.desktop.openExternal(item.link);
    account.markRead([own]);
  }

  markRead(name: ItemName): void {
    const found = this.#find(name);
    found?.account.markRead([found.own]);
  }

  /** Opens what a tray key names. */
  async openFromTray(key: string): Promise<void> {
    const name = parseTrayItemKey(key);
    if (name) await this.open(name);
  }

  /** What the person did with a notification, named by its id; one that is forgotten opens the window. */
  async onNotification(id: number, action: NotificationAction): Promise<void> {
    const { accounts, desktop, showWindow } = this.#parts;
    for (const account of accounts.all()) {
      const notice = account.profile.notices.get(id);
      if (!notice) continue;
      if (action === 'mark-read') return this.#markNoticeRead(account, notice);
      if (notice.subjects.length !== 1 || notice.link === undefined) return showWindow(viewOf(notice));
      await desktop.openExternal(notice.link);
      return account.markRead(notice.subjects);
    }
    showWindow('inbox');
  }

  /** A summary may tell of several accounts: each subject is marked with the account it names. */
  #markNoticeRead(holder: Account, { subjects }: StoredNotice): void {
    for (const [id, own] of Map.groupBy(subjects, ({ account }) => account ?? holder.id))
      this.#parts.accounts.get(id)?.markRead(own);
  }

  /** Whose item or question it is, and its name there. */
  #find(name: ItemName): { account: Account; own: ItemName } | undefined {
    const found = this.#parts.accounts.find(name.kind === 'inbox' ? name.key : name.siteId);
    if (!found) return undefined;
    const { account, id } = found;
    return { account, own: name.kind === 'inbox' ? { ...name, key: id } : { ...name, siteId: id } };
  }
}

/** The view where all of a notice is listed; the inbox where it tells of several kinds. */
function viewOf({ subjects }: StoredNotice): WindowView {
  const kinds = new Set(subjects.map(({ kind }) => kind));
  if (kinds.size !== 1) return 'inbox';
  if (kinds.has('question')) return 'watches';
  return kinds.has('reputation') || kinds.has('badges') ? 'reputation' : 'inbox';
}
