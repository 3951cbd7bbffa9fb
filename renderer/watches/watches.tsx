/**
 * The room of the watches: `form/` adds and changes one, `list/` shows them and the feed of what they found, `import/`
 * makes many at once, `answerers/` shows who answers best, and `fields/` are the choices that these share.
 */

import { IconTags } from '@stackoverflow/stacks-icons/icons';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { AppState } from '../../common/contract/contract.ts';
import { Empty, Failed, Loading, ViewHead } from '../feedback/states.tsx';
import { useWatches } from '../agent/queries.ts';
import { useWords } from '../appearance/language.tsx';
import { revealWhenThere } from '../commands/reveal.ts';
import { useShortcut } from '../commands/shortcuts.tsx';
import { AnswerersOfAny } from './answerers/answerers-of-any.tsx';
import { MatchFeed } from './list/match-feed.tsx';
import { TagImport } from './import/tag-import.tsx';
import { WatchForm } from './form/watch-form.tsx';
import { WatchList } from './list/watch-list.tsx';

/** Where the palette leads to whoever wants to add a watch. */
const ADDING_PATH = '/watches/new';

/**
 * Whether the form that adds a watch is open: when it was asked for, or is being filled in; without a watch always
 * (`isFirst`). Who asks for it is led into it.
 */
function useAdding(isFirst: boolean) {
  const [isAsked, setAsked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [location, go] = useLocation();
  const isSentHere = location === ADDING_PATH;
  const open = () => {
    setAsked(true);
    revealWhenThere('.watch-form [role="combobox"]');
  };
  const close = () => {
    setAsked(false);
    button.current?.focus();
  };
  if (isSentHere && !isAsked) setAsked(true);
  useEffect(() => {
    if (!isSentHere) return;
    go('/watches', { replace: true });
    revealWhenThere('.watch-form [role="combobox"]');
  }, [isSentHere, go]);
  return {
    isOpen: isAsked || isFirst,
    button,
    open,
    close,
    keepOpen: () => setAsked(true),
    end: () => setAsked(false),
  };
}

/** Questions to keep an eye out for, and those that were found. */
export function Watches({ state }: { state: AppState }) {
  const words = useWords();
  const watches = useWatches();
  const [importing, setImporting] = useState(false);
  const isFirst = watches.isSuccess && watches.data.watches.length === 0;
  const { button, ...adding } = useAdding(isFirst);
  useShortcut('n', words('watches.form.add'), adding.open, { group: words('common.views.watches') });
  return (
    <>
      <ViewHead title={words('watches.title')}>
        {!isFirst && (
          <button
            type="button"
            className={`s-btn s-btn__sm ${adding.isOpen ? 's-btn__muted' : 's-btn__filled'}`}
            aria-expanded={adding.isOpen}
            ref={button}
            onClick={adding.isOpen ? adding.close : adding.open}
          >
            {words('watches.form.add')}
          </button>
        )}
        <button type="button" className="s-btn s-btn__outlined s-btn__sm" onClick={() => setImporting(true)}>
          {words('watches.import.open')}
        </button>
      </ViewHead>
      {importing && <TagImport onClose={() => setImporting(false)} />}
      {adding.isOpen && (
        <WatchForm onEdit={adding.keepOpen} onDone={adding.end} onCancel={isFirst ? undefined : adding.close} />
      )}
      {watches.isPending && <Loading label={words('watches.loading')} />}
      {watches.isError && <Failed error={watches.error} again={() => void watches.refetch()} />}
      {isFirst && (
        <Empty icon={IconTags} title={words('watches.none')}>
          <p>{words('watches.noneAbout')}</p>
        </Empty>
      )}
      {watches.isSuccess && !isFirst && (
        <>
          <section aria-labelledby="what-you-watch">
            <h2 id="what-you-watch">{words('watches.yours')}</h2>
            <WatchList watches={watches.data.watches} />
          </section>
          <MatchFeed accounts={[...state.accounts, ...state.signedOut]} />
        </>
      )}
      <AnswerersOfAny />
    </>
  );
}
