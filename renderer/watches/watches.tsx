import { IconQuestion, IconTags } from '@stackoverflow/stacks-icons/icons';
import { Empty, Failed, Loading, ViewHead } from '../components/states.tsx';
import { useWatches } from '../queries.ts';
import { MatchList } from './match-list.tsx';
import { WatchForm } from './watch-form.tsx';
import { WatchList } from './watch-list.tsx';

/** Questions to keep an eye out for, and those that were found. */
export function Watches() {
  const watches = useWatches();
  return (
    <>
      <ViewHead title="Watches" />
      <WatchForm />
      {watches.isPending && <Loading label="Loading watches" />}
      {watches.isError && <Failed error={watches.error} again={() => void watches.refetch()} />}
      {watches.isSuccess && watches.data.watches.length === 0 && (
        <Empty icon={IconTags} title="Nothing is watched yet">
          <p>Choose a site and a tag above. Askbell then tells you of every new question with that tag.</p>
        </Empty>
      )}
      {watches.isSuccess && watches.data.watches.length > 0 && (
        <>
          <section aria-labelledby="what-you-watch">
            <h2 id="what-you-watch">What you watch</h2>
            <WatchList watches={watches.data.watches} />
          </section>
          <section aria-labelledby="latest-matches">
            <h2 id="latest-matches">Latest matches</h2>
            {watches.data.matches.length === 0 ? (
              <Empty icon={IconQuestion} title="No match yet">
                <p>Questions that match from now on appear here.</p>
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
