import { IconQuestion, IconTags } from '@stackoverflow/stacks-icons/icons';
import { Empty, Failed, Loading, ViewHead } from '../components/states.tsx';
import { useWatches } from '../queries.ts';
import { AddWatch } from './add-watch.tsx';
import { MatchList } from './match-list.tsx';
import { WatchList } from './watch-list.tsx';

/** Tags to keep an eye on, and the questions found there. */
export function Watches() {
  const watches = useWatches();
  return (
    <>
      <ViewHead title="Watches" />
      <AddWatch />
      {watches.isPending && <Loading label="Loading watches" />}
      {watches.isError && <Failed error={watches.error} again={() => void watches.refetch()} />}
      {watches.isSuccess && watches.data.watches.length === 0 && (
        <Empty icon={IconTags} title="No tags watched yet">
          <p>Choose a site and a tag above. Askbell then tells you of every new question with that tag.</p>
        </Empty>
      )}
      {watches.isSuccess && watches.data.watches.length > 0 && (
        <>
          <section aria-labelledby="watched-tags">
            <h2 id="watched-tags">Watched tags</h2>
            <WatchList watches={watches.data.watches} />
          </section>
          <section aria-labelledby="latest-matches">
            <h2 id="latest-matches">Latest matches</h2>
            {watches.data.matches.length === 0 ? (
              <Empty icon={IconQuestion} title="No new question yet">
                <p>Questions asked from now on appear here.</p>
              </Empty>
            ) : (
              <MatchList matches={watches.data.matches} />
            )}
          </section>
        </>
      )}
    </>
  );
}
