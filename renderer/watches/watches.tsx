/**
 * The room of the watches: `form/` adds and changes one, `list/` shows them with their matches, `import/` makes many at
 * once, `answerers/` shows who answers best, and `fields/` are the choices that these share.
 */

import { IconQuestion, IconTags } from '@stackoverflow/stacks-icons/icons';
import { useState } from 'react';
import { Empty, Failed, Loading, ViewHead } from '../feedback/states.tsx';
import { useWatches } from '../agent/queries.ts';
import { useWords } from '../appearance/language.tsx';
import { AnswerersOfAny } from './answerers/answerers-of-any.tsx';
import { MatchList } from './list/match-list.tsx';
import { TagImport } from './import/tag-import.tsx';
import { WatchForm } from './form/watch-form.tsx';
import { WatchList } from './list/watch-list.tsx';

/** Questions to keep an eye out for, and those that were found. */
export function Watches() {
  const words = useWords();
  const watches = useWatches();
  const [importing, setImporting] = useState(false);
  return (
    <>
      <ViewHead title={words('watches.title')}>
        <button type="button" className="s-btn s-btn__outlined s-btn__sm" onClick={() => setImporting(true)}>
          {words('watches.import.open')}
        </button>
      </ViewHead>
      {importing && <TagImport onClose={() => setImporting(false)} />}
      <WatchForm />
      {watches.isPending && <Loading label={words('watches.loading')} />}
      {watches.isError && <Failed error={watches.error} again={() => void watches.refetch()} />}
      {watches.isSuccess && watches.data.watches.length === 0 && (
        <Empty icon={IconTags} title={words('watches.none')}>
          <p>{words('watches.noneAbout')}</p>
        </Empty>
      )}
      {watches.isSuccess && watches.data.watches.length > 0 && (
        <>
          <section aria-labelledby="what-you-watch">
            <h2 id="what-you-watch">{words('watches.yours')}</h2>
            <WatchList watches={watches.data.watches} />
          </section>
          <section aria-labelledby="latest-matches">
            <h2 id="latest-matches">{words('watches.matches.title')}</h2>
            {watches.data.matches.length === 0 ? (
              <Empty icon={IconQuestion} title={words('watches.matches.none')}>
                <p>{words('watches.matches.noneAbout')}</p>
              </Empty>
            ) : (
              <MatchList matches={watches.data.matches} watches={watches.data.watches} />
            )}
          </section>
        </>
      )}
      <AnswerersOfAny />
    </>
  );
}
