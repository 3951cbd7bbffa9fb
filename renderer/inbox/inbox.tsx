import { IconInbox } from '@stackoverflow/stacks-icons/icons';
import type { AppState } from '../../electron/contract.ts';
import { Empty, Failed, Loading, ViewHead } from '../components/states.tsx';
import { useAct, useInbox } from '../queries.ts';
import { InboxRow } from './inbox-row.tsx';

/** Everything that came in for the person, newest first. */
export function Inbox({ state }: { state: AppState }) {
  const inbox = useInbox();
  const markAll = useAct((client) => client.inbox.markAllRead(), { changes: 'inbox', done: 'Everything is marked read.' });
  const entries = inbox.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <ViewHead title="Inbox">
        {entries.length > 0 && (
          <button type="button" className="s-btn s-btn__outlined s-btn__sm" disabled={state.unread === 0 || markAll.isPending} onClick={() => markAll.mutate()}>
            Mark all read
          </button>
        )}
      </ViewHead>
      {inbox.isPending && <Loading label="Loading the inbox" />}
      {inbox.isError && <Failed error={inbox.error} again={() => void inbox.refetch()} />}
      {inbox.isSuccess && entries.length === 0 && (
        <Empty icon={IconInbox} title="Nothing here yet">
          <p>Comments, answers and messages for you appear here, and Askbell notifies you of each.</p>
        </Empty>
      )}
      {entries.length > 0 && (
        <ul className="rows" aria-label="Inbox items">
          {entries.map((entry) => (
            <InboxRow key={entry.key} entry={entry} />
          ))}
        </ul>
      )}
      {inbox.hasNextPage && (
        <div className="more">
          <button type="button" className="s-btn s-btn__outlined" disabled={inbox.isFetchingNextPage} onClick={() => void inbox.fetchNextPage()}>
            {inbox.isFetchingNextPage ? 'Loading…' : 'Load more'}
          </button>
        </div>
      )}
    </>
  );
}
