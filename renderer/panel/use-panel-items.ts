import { IconQuestion, IconReputation } from '@stackoverflow/stacks-icons/icons';
import { useState } from 'react';
import type { InboxFilter, Match } from '../../common/contract/contract.ts';
import { kindName } from '../../common/i18n/network-names.ts';
import { useAgentMutation, useReputation, useWatches } from '../agent/queries.ts';
import { useWords } from '../appearance/language.tsx';
import { useInboxActions } from '../inbox/inbox-actions.ts';
import { useInboxList } from '../inbox/inbox-queries.ts';
import { kindIcon } from '../inbox/list/item-icons.ts';
import { kindWords } from '../reputation/change-words.ts';
import type { PanelItem } from './panel-item.ts';

/** What a tab shows: the items, or undefined while they are not there yet. */
export interface TabItems {
  items: PanelItem[] | undefined;
  error: unknown;
  again: () => void;
}

/** More than anybody takes in at a glance; a page of the inbox ends with a day and may be much longer. */
export const MAX_ROWS = 50;

const ONLY_UNREAD: InboxFilter = { source: 'inbox', unread: true };

/** What is unread in the inbox. `asking` is the key of the item whose snooze is being chosen. */
export function useInboxTab() {
  const words = useWords();
  const actions = useInboxActions();
  const [asking, setAsking] = useState<string>();
  const list = useInboxList(ONLY_UNREAD);
  const entries = list.data?.pages.flatMap((page) => page.entries);
  const items = entries
    ?.filter(({ unread }) => unread)
    .slice(0, MAX_ROWS)
    .map((entry): PanelItem => ({
      key: entry.key,
      site: entry.site,
      icon: kindIcon(entry.itemType),
      kind: kindName(words, entry.itemType),
      title: entry.title,
      detail: entry.excerpt,
      at: entry.createdAt,
      link: entry.link,
      muted: entry.muted,
      open: (opened) => actions.open(entry.key, opened),
      markRead: () => actions.setRead([entry.key], true),
      mute: () => actions.mute(entry.key, !entry.muted),
      snooze: () => setAsking(entry.key),
    }));
  return {
    tab: { items, error: list.error, again: () => void list.refetch() } satisfies TabItems,
    asking,
    cancel: () => setAsking(undefined),
    choose(until: Parameters<typeof actions.snooze>[1]) {
      if (asking !== undefined) actions.snooze(asking, until);
      setAsking(undefined);
    },
  };
}

/** The unread questions that were watched for. */
export function useWatchesTab(): TabItems {
  const words = useWords();
  const list = useWatches();
  const open = useAgentMutation(
    (client, { match, opened }: { match: Match; opened: boolean }) =>
      client.watches.openMatch({ site: match.site.id, questionId: match.questionId, opened }),
    { changes: 'watches' },
  );
  const items = list.data?.matches
    .filter(({ unread }) => unread)
    .map((match): PanelItem => ({
      key: `${match.site.id} ${match.questionId}`,
      site: match.site,
      icon: IconQuestion,
      kind: words('panel.question'),
      title: match.title,
      detail: match.tags.join(', '),
      at: match.matchedAt,
      link: match.link,
      open: (opened) => open.mutate({ match, opened }),
      markRead: () => open.mutate({ match, opened: true }),
    }));
  return { items, error: list.error, again: () => void list.refetch() };
}

/** What today brought, post by post, and in sum. */
export function useReputationTab(): TabItems & { today: number } {
  const words = useWords();
  const reputation = useReputation();
  const open = useAgentMutation(async (client, { link, opened }: { link: string | undefined; opened: boolean }) => {
    if (link !== undefined && !opened) await client.openExternal({ url: link });
  });
  const { data } = reputation;
  const items = data?.today.map((post): PanelItem => ({
    key: `${post.site.id} ${post.postId ?? ''}`,
    site: post.site,
    icon: IconReputation,
    kind: post.kinds.map((kind) => kindWords(kind, words)).join(', '),
    title:
      post.title ??
      (post.postId === undefined
        ? words('reputation.today.noPost')
        : words('reputation.today.post', { id: post.postId })),
    at: post.latest,
    change: post.change,
    link: post.link,
    open: (opened) => open.mutate({ link: post.link, opened }),
  }));
  return {
    items,
    error: reputation.error,
    again: () => void reputation.refetch(),
    today: data?.accounts.reduce((sum, { today }) => sum + today, 0) ?? 0,
  };
}
