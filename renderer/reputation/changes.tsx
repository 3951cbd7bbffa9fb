import { IconReputation } from '@stackoverflow/stacks-icons/icons';
import { useWords } from '../appearance/language.tsx';
import { Empty, Failed } from '../feedback/states.tsx';
import { ChangeRow } from './change-row.tsx';
import { changeReason } from './change-words.ts';
import { useChanges } from './reputation-queries.ts';

/** What changed it on a site, or on all; older ones a click away. */
export function Changes({ site }: { site: string | undefined }) {
  const words = useWords();
  const changes = useChanges(site);
  const entries = changes.data?.pages.flatMap((page) => page.entries);
  if (changes.isError) return <Failed error={changes.error} again={() => void changes.refetch()} />;
  if (entries === undefined) return null;
  if (entries.length === 0) {
    return (
      <Empty
        icon={IconReputation}
        title={words(site === undefined ? 'reputation.changesNone' : 'reputation.changesNoneHere')}
      >
        <p>{words('reputation.todayNoneAbout')}</p>
      </Empty>
    );
  }
  return (
    <section className="reputation--changes" aria-labelledby="changes" aria-busy={changes.isFetching}>
      <h2 id="changes">{words('reputation.changesTitle')}</h2>
      <ul>
        {entries.map(({ id, key, onDate, voteType, title, link, ...entry }) => (
          <ChangeRow
            key={id}
            {...entry}
            keys={[key]}
            title={title}
            link={link}
            why={<span>{changeReason(voteType, words)}</span>}
            at={onDate}
          />
        ))}
      </ul>
      {changes.hasNextPage && (
        <button
          type="button"
          className="btn btn__line"
          disabled={changes.isFetchingNextPage}
          onClick={() => void changes.fetchNextPage()}
        >
          {words('reputation.changesOlder')}
        </button>
      )}
    </section>
  );
}
