import { IconArrowLeft, IconQuestion } from '@stackoverflow/stacks-icons/icons';
import type { InboxView } from '../../../common/contract/contract.ts';
import { usePersistentState } from '../../agent/use-persistent-state.ts';
import { useWords } from '../../appearance/language.tsx';
import { Feed } from '../../feed/feed.tsx';
import { useFeed } from '../../feed/use-feed.ts';
import { useFeedFilter } from '../../feed/use-feed-items.ts';
import { Empty, Loading } from '../../feedback/states.tsx';
import { IconButton } from '../../widgets/icon.tsx';

const NO_FILTER: InboxView = {};

/** What is listed of the finds; kept while the window is open. */
export const useMatchFilter = () => usePersistentState<InboxView>('watches-filter');

/** The way back to the list, where a pane lies over it. */
export function BackToWatches({ onBack }: { onBack: () => void }) {
  const words = useWords();
  return (
    <IconButton className="watches--back" label={words('inbox.actions.back')} icon={IconArrowLeft} onClick={onBack} />
  );
}

interface Props {
  accounts: Parameters<typeof useFeed>[0]['accounts'];
  /** Back to the list of watches, where this lies over it. */
  onBack: (() => void) | undefined;
}

/** What the watches found, as a feed of its own: found, filtered, read and dealt with as in the inbox. */
export function MatchFeed({ accounts, onBack }: Props) {
  const words = useWords();
  const [filter = NO_FILTER, saveFilter] = useMatchFilter();
  const search = useFeedFilter(filter, saveFilter, 'watches');
  const feed = useFeed({ name: 'watches', accounts, search, hasLeadItem: false });
  const { list, items, counts, cursor } = feed;
  const title = words('watches.matchesAll');
  const empty = (
    <Empty icon={IconQuestion} title={words('watches.matchesNone')}>
      <p>{words('watches.matchesNoneAbout')}</p>
    </Empty>
  );
  // Without matches the feed and its search are left out.
  const { snoozed = 0, saved = 0, done = 0 } = counts ?? {};
  const hasFeed = list.isError || items.length > 0 || search.isFiltered || snoozed + saved + done > 0;
  return (
    <section className={`reading matches ${onBack ? 'has-back' : ''}`} aria-labelledby="latest-matches">
      {onBack && !cursor.over && <BackToWatches onBack={onBack} />}
      {hasFeed ? (
        <Feed feed={feed} label={title} title={title} sectionId="latest-matches" empty={empty} />
      ) : (
        <>
          <header className="head">
            <h2 id="latest-matches">{title}</h2>
          </header>
          {list.isPending ? <Loading label={words('watches.loading')} /> : empty}
        </>
      )}
    </section>
  );
}
