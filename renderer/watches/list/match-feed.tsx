import { IconQuestion } from '@stackoverflow/stacks-icons/icons';
import type { InboxView } from '../../../common/contract/contract.ts';
import { usePersistentState } from '../../agent/use-persistent-state.ts';
import { useWords } from '../../appearance/language.tsx';
import { Feed } from '../../feed/feed.tsx';
import { useFeed } from '../../feed/use-feed.ts';
import { useFeedFilter } from '../../feed/use-feed-items.ts';
import { Empty, Loading } from '../../feedback/states.tsx';

const NO_FILTER: InboxView = {};

/** What the watches found, as a feed of its own: found, filtered, read and dealt with as in the inbox. */
export function MatchFeed({ accounts }: { accounts: readonly { id: string }[] }) {
  const words = useWords();
  const [filter = NO_FILTER, saveFilter] = usePersistentState<InboxView>('watches-filter');
  const search = useFeedFilter(filter, saveFilter, 'watches');
  const feed = useFeed({ name: 'watches', accounts, search, hasLeadItem: false });
  const { list, items, counts } = feed;
  const empty = (
    <Empty icon={IconQuestion} title={words('watches.matches.none')}>
      <p>{words('watches.matches.noneAbout')}</p>
    </Empty>
  );
  // Without matches the feed and its search are left out.
  const hasFeed = list.isError || items.length > 0 || search.isFiltered || (counts?.snoozed ?? 0) > 0;
  return (
    <section className="matches" aria-labelledby="latest-matches">
      {!hasFeed && <h2 id="latest-matches">{words('watches.matches.title')}</h2>}
      {!hasFeed && (list.isPending ? <Loading label={words('watches.loading')} /> : empty)}
      {hasFeed && (
        <Feed
          feed={feed}
          label={words('watches.matches.title')}
          title={words('watches.matches.title')}
          sectionId="latest-matches"
          empty={empty}
        />
      )}
    </section>
  );
}
