/** The inbox's room: the feed of all that people said to the person. Its parts stand in `feed/`. */

import { IconInbox } from '@stackoverflow/stacks-icons/icons';
import type { AppState } from '../../common/contract/contract.ts';
import { useWords } from '../appearance/language.tsx';
import { Feed } from '../feed/feed.tsx';
import { useSavedFilter } from '../feed/feed-queries.ts';
import { useFeed } from '../feed/use-feed.ts';
import { useFeedFilter } from '../feed/use-feed-items.ts';
import { Empty } from '../feedback/states.tsx';

/** Everything that came in for the person: found, filtered, read and put in order without leaving it. */
export function Inbox({ state }: { state: AppState }) {
  const words = useWords();
  const search = useFeedFilter(...useSavedFilter(), 'inbox');
  const accounts = [...state.accounts, ...state.signedOut];
  const feed = useFeed({ name: 'inbox', accounts, search, hasLeadItem: true });
  return (
    <Feed
      feed={feed}
      label={words('inbox.items')}
      title={words('common.views.inbox')}
      empty={
        <Empty icon={IconInbox} title={words('inbox.emptyTitle')}>
          <p>{words('inbox.emptyText')}</p>
        </Empty>
      }
    />
  );
}
