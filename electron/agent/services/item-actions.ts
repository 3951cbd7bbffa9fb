import type { Desktop, NotificationAction, WindowView } from '../../desktop/desktop.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/account-registry.ts';
import { namedItem } from '../presentation/snapshot.ts';

/** An item that can be opened, by qualified ids. */
export type Named = NonNullable<ReturnType<typeof namedItem>>;

/** What a person does with single items and with notifications, whosever they are. */
export function itemActs({
  accounts,
  desktop,
  openWindow,
}: {
  accounts: Accounts;
  desktop: Pick<Desktop, 'openExternal'>;
  openWindow: (view: WindowView) => void;
}) {
  /** Whose item or question is named, and its id there. */
  function whose(named: Named): { account: Account; subject: Named } | undefined {
    const found = accounts.of(named.kind === 'inbox' ? named.key : named.siteId);
    if (!found) return undefined;
    const { account, id } = found;
    return { account, subject: named.kind === 'inbox' ? { ...named, key: id } : { ...named, siteId: id } };
  }

  /** Opens an inbox item or a question in the browser and marks it read. */
  async function open(named: Named): Promise<void> {
    const found = whose(named);
    if (!found) return;
    const { subject, account } = found;
    const item =
      subject.kind === 'inbox'
        ? account.profile.inbox.get(subject.key)
        : account.profile.questions.get(subject.siteId, subject.questionId);
    if (!item) return;
    if (item.link !== undefined) await desktop.openExternal(item.link);
    account.delivery.markRead([subject]);
  }

  return {
    open,
    /** Marks what is named by qualified ids as read. */
    markRead(named: Named): void {
      const found = whose(named);
      found?.account.delivery.markRead([found.subject]);
    },
    /** Opens what a tray key names in the browser and marks it read. */
    async openItem(key: string): Promise<void> {
      const named = namedItem(key);
      if (named) await open(named);
    },
    /** What the person did with a notification; one that nobody here knows any more opens the window. */
    acted(id: number, action: NotificationAction): void | Promise<void> {
      const account = accounts.all().find(({ profile }) => profile.notices.get(id) !== undefined);
      if (!account) return openWindow('inbox');
      const subjects = account.profile.notices.get(id)?.subjects ?? [];
      if (action !== 'mark-read' || subjects.every((subject) => subject.account === undefined))
        return account.delivery.acted(id, action);
      for (const [owner, own] of Map.groupBy(subjects, (subject) => subject.account ?? account.id))
        accounts.get(owner)?.delivery.markRead(own);
    },
  };
}
