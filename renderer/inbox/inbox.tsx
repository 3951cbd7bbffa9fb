/**
 * The inbox's room: the feed of everything with its name, and `today/`, what the day brought, where nothing is read.
 * Rows, reading pane, keys and filters stand in `feed/`, which the watches and the panel share.
 */

import { IconCalendar, IconInbox } from '@stackoverflow/stacks-icons/icons';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AppState } from '../../common/contract/contract.ts';
import { useWords } from '../appearance/language.tsx';
import { Feed } from '../feed/feed.tsx';
import { useSavedFilter } from '../feed/feed-queries.ts';
import { useFeed, type FeedModel } from '../feed/use-feed.ts';
import { useFeedFilter } from '../feed/use-feed-items.ts';
import { Empty } from '../feedback/states.tsx';
import { Icon } from '../widgets/icon.tsx';
import { Today } from './today/later-today.ts';

/**
 * Today at a glance: beside the list while nothing is read there; where there is only room for the list, over it, once
 * a button asks for it.
 */
function useToday({ wide, open, list }: Pick<FeedModel, 'wide' | 'open' | 'list'>) {
  const [isAsked, setAsked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // Opening an item, from there or elsewhere, closes today for good.
  if (isAsked && (wide || open !== undefined)) setAsked(false);
  return {
    button,
    isOver: isAsked && !wide,
    isShown: wide ? list.isSuccess : isAsked,
    show: () => setAsked(true),
    /** Back to the list, and to the button. */
    hide() {
      flushSync(() => setAsked(false));
      button.current?.focus();
    },
  };
}

/** Everything that came in for the person: found, filtered, read and put in order without leaving it. */
export function Inbox({ state }: { state: AppState }) {
  const words = useWords();
  const search = useFeedFilter(...useSavedFilter());
  const accounts = [...state.accounts, ...state.signedOut];
  const feed = useFeed({ name: 'inbox', accounts, search, hasLeadItem: true });
  const today = useToday(feed);
  const { wide, actions, cursor } = feed;
  return (
    <Feed
      feed={feed}
      className="inbox"
      label={words('inbox.items')}
      title={words('inbox.title')}
      buttons={
        wide ? undefined : (
          <button
            ref={today.button}
            type="button"
            className="s-btn s-btn__muted s-btn__sm"
            aria-label={words('inbox.today.title')}
            title={words('inbox.today.title')}
            onClick={today.show}
          >
            <Icon svg={IconCalendar} />
          </button>
        )
      }
      empty={
        <Empty icon={IconInbox} title={words('inbox.empty.title')}>
          <p>{words('inbox.empty.text')}</p>
        </Empty>
      }
      beside={
        today.isShown ? (
          <Today
            onBack={today.isOver ? today.hide : undefined}
            onUnread={(site) => {
              if (today.isOver) today.hide();
              search.saveFilter({ grouping: search.saved.grouping, unread: true, site });
            }}
            onOpen={cursor.readEntry}
            onBrowser={(entry) => actions.open(entry.key, true, feed.unreadOf(entry))}
          />
        ) : undefined
      }
    />
  );
}
