/**
 * The room of the watches: `list/` has them, and the feed of what they found, `pane/` shows one, `form/` adds and
 * changes one, `import/` makes many at once, `answerers/` shows who answers best, and `fields/` are the choices that
 * these share. `use-place` knows by the address what stands beside the list.
 */

import { IconDownload, IconPlus, IconTags } from '@stackoverflow/stacks-icons/icons';
import { useState } from 'react';
import type { AppState } from '../../common/contract/contract.ts';
import { rateWords } from '../../common/i18n/rule-words.ts';
import { Empty, Failed, Loading } from '../feedback/states.tsx';
import { useWatches } from '../agent/queries.ts';
import { useWords } from '../appearance/language.tsx';
import { useShortcut } from '../commands/shortcuts.tsx';
import { Icon, IconButton } from '../widgets/icon.tsx';
import { WatchForm } from './form/watch-form.tsx';
import { TagImport } from './import/tag-import.tsx';
import { MatchFeed } from './list/match-feed.tsx';
import { WatchList } from './list/watch-list.tsx';
import { WatchPane } from './pane/watch-pane.tsx';
import { ALL, usePlace } from './use-place.ts';

type Place = ReturnType<typeof usePlace>;

/** What stands beside the list. */
function Beside({ place, state, others }: { place: Place; state: AppState; others: readonly { id: string }[] }) {
  const { watch, over } = place;
  if (place.isNew || (watch && place.isChanging)) {
    const leave = () => place.leaveForm(watch);
    return (
      <WatchForm
        key={watch?.id}
        watch={watch}
        takesFocus={place.isAsked || watch !== undefined}
        onEdit={watch ? undefined : place.add}
        onDone={leave}
        onCancel={place.isFirst ? undefined : leave}
      />
    );
  }
  const back = (from: string) => (over ? () => place.leave(from) : undefined);
  if (watch) {
    const at = others.findIndex(({ id }) => id === watch.id);
    const next = others[at + 1] ?? others[at - 1];
    return (
      <WatchPane
        key={watch.id}
        watch={watch}
        onBack={back(watch.id)}
        onChange={() => place.change(watch)}
        onRemove={() => (next ? place.leave(next.id) : document.querySelector<HTMLElement>('main')?.focus())}
        onShowAll={() => place.choose(ALL)}
      />
    );
  }
  return place.isAll && <MatchFeed accounts={[...state.accounts, ...state.signedOut]} onBack={back(ALL)} />;
}

function ListHead({ place, perDay }: { place: Place; perDay: number }) {
  const words = useWords();
  const [importing, setImporting] = useState(false);
  return (
    <header className="head">
      <h1>{words('common.views.watches')}</h1>
      {perDay > 0 && <span className="hint watches--rate">{rateWords(perDay, words)}</span>}
      <IconButton label={words('watches.import.title')} icon={IconDownload} onClick={() => setImporting(true)} />
      {!place.isFirst && (
        <button type="button" className="btn btn__main watches--add" disabled={place.isNew} onClick={place.add}>
          <Icon svg={IconPlus} /> {words('watches.form.add')}
        </button>
      )}
      {importing && <TagImport onClose={() => setImporting(false)} />}
    </header>
  );
}

/** Questions to keep an eye out for, and those that were found. */
export function Watches({ state }: { state: AppState }) {
  const words = useWords();
  const answer = useWatches();
  const watches = answer.data?.watches;
  const place = usePlace(watches);
  const { wide, isFirst, isNew, isAll, watch, isChanging, over } = place;
  const isForm = isNew || isChanging;
  useShortcut('n', words('watches.form.add'), place.add, { group: words('common.views.watches') });
  useShortcut('Escape', words('inbox.actions.back'), () => watch && place.leave(watch.id), {
    group: words('common.views.watches'),
    when: watch !== undefined && !isForm,
  });
  const chosen = isNew ? undefined : (watch?.id ?? (isAll ? ALL : undefined));
  return (
    <div className={`watches feed ${wide ? 'is-beside' : ''} ${isFirst ? 'is-first' : ''}`}>
      <div className="feed--list" inert={over}>
        <ListHead place={place} perDay={(watches ?? []).reduce((sum, { perDay = 0 }) => sum + perDay, 0)} />
        {answer.isPending && <Loading label={words('watches.loading')} />}
        {answer.isError && <Failed error={answer.error} again={() => void answer.refetch()} />}
        {isFirst && (
          <Empty icon={IconTags} title={words('watches.none')}>
            <p>{words('watches.noneAbout')}</p>
          </Empty>
        )}
        {watches && !isFirst && (
          <WatchList
            watches={watches}
            unread={state.unreadMatches}
            chosen={chosen}
            onChoose={place.choose}
            // What is being typed stays until a row is pressed.
            onFocus={(id) => wide && !isForm && place.choose(id)}
            hasKeys={!isForm && !isAll}
          />
        )}
      </div>
      {watches && <Beside place={place} state={state} others={watches} />}
    </div>
  );
}
