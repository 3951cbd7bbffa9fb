import { IconPencil, IconPeople, IconTrash } from '@stackoverflow/stacks-icons/icons';
import { useState } from 'react';
import type { Watch, WatchAlert } from '../../../common/contract/contract.ts';
import { rateWords, ruleName } from '../../../common/i18n/rule-words.ts';
import { useAgentMutation, useSites } from '../../agent/queries.ts';
import { useLocale } from '../../appearance/language.tsx';
import { useFeedActions } from '../../feed/feed-actions.ts';
import { useFeedCounts } from '../../feed/feed-queries.ts';
import { Age } from '../../widgets/age.tsx';
import { Icon, IconButton } from '../../widgets/icon.tsx';
import { SiteIcon } from '../../widgets/site-icon.tsx';
import { TopAnswerers } from '../answerers/top-answerers.tsx';
import { AlertLine } from '../fields/segments.tsx';
import { BackToWatches, useMatchFilter } from '../list/match-feed.tsx';
import { BELL_OFF_ICON } from '../list/watch-row.tsx';
import { MatchLink } from './match-link.tsx';

interface WatchChange {
  alert?: WatchAlert;
  muted?: boolean;
}

interface Props {
  watch: Watch;
  /** Back to the list, where this lies over it. */
  onBack: (() => void) | undefined;
  onChange: () => void;
  onRemove: () => void;
  /** Shows all that the watches found. */
  onShowAll: () => void;
}

/** Marks read what the watch found, where anything is unread. */
function MarkRead({ id }: { id: string }) {
  const { words } = useLocale();
  const actions = useFeedActions();
  const filter = { source: 'watches', watch: id } as const;
  const unread = useFeedCounts(filter).data?.unread ?? 0;
  if (unread === 0) return null;
  return (
    <button type="button" className="btn" onClick={() => actions.markAllRead(filter)}>
      {words('inbox.markAll', { count: unread })}
    </button>
  );
}

/** What the watch found last; following a link marks it read. */
function LatestMatches({ watch, what, onShowAll }: { watch: Watch; what: string; onShowAll: () => void }) {
  const { words } = useLocale();
  const [, saveFilter] = useMatchFilter();
  const showAll = () => {
    saveFilter({ watch: watch.id });
    onShowAll();
  };
  if (watch.latest.length === 0) return <p className="hint">{words('watches.row.nothingYet')}</p>;
  return (
    <>
      <ul className="found" aria-label={words('watches.row.latest', { what })}>
        {watch.latest.map((match) => (
          <li key={match.questionId} className={`item ${match.unread && !watch.muted ? 'is-unread' : ''}`}>
            {match.unread && !watch.muted && <span className="visually-hidden">{words('inbox.unreadMark')} </span>}
            <MatchLink className="item--title" site={watch.site.id} match={match} />
            <span className="item--end">
              <Age of={match.matchedAt} />
            </span>
          </li>
        ))}
      </ul>
      <button type="button" className="btn btn__line" onClick={showAll}>
        {words('watches.matchesShowAll')}
      </button>
    </>
  );
}

/** What the watch finds and costs, and what stands in its way. */
function WatchFacts({ watch }: { watch: Watch }) {
  const { words } = useLocale();
  const { perDay, thisWeek, wholeWeek, refused, reachedWithin, muted } = watch;
  return (
    <>
      {refused === true && <p className="notice notice__warning">{words('watches.row.refused')}</p>}
      {muted && <p className="notice">{words('watches.row.muted')}</p>}
      <h3>
        {perDay === undefined ? words('watches.row.rateUnknown') : rateWords(perDay, words)}{' '}
        {thisWeek > 0 && (
          <span className="hint">
            {words(wholeWeek ? 'watches.row.thisWeek' : 'watches.row.soFar', { count: thisWeek })}
          </span>
        )}
      </h3>
      {reachedWithin !== undefined && (
        <p className="hint">{words('watches.row.reachedWithin', { count: reachedWithin })}</p>
      )}
    </>
  );
}

/** A watch: how it tells, how often it finds something, what it found last, and what can be done with it. */
export function WatchPane({ watch: kept, onBack, onChange, onRemove, onShowAll }: Props) {
  const locale = useLocale();
  const { words } = locale;
  const [showsPeople, setShowsPeople] = useState(false);
  const { id, site, rule } = kept;
  const name = ruleName(rule, locale) || kept.name;
  const what = words('watches.row.what', { name, site: site.name });
  const tags = [...rule.anyTags, ...rule.allTags].filter((tag) => !tag.includes('*'));
  const iconUrl = useSites().data?.find((one) => one.id === site.id)?.iconUrl;
  const change = useAgentMutation((client, part: WatchChange) => client.watches.change({ id, ...part }), {
    changes: 'watches',
  });
  const remove = useAgentMutation((client) => client.watches.remove({ id }), {
    changes: 'watches',
    done: words('watches.row.removed', { name }),
    undo: (client, _watch, { undo }) => client.watches.undo({ undo: undo ?? '' }),
  });
  // As it will be, where a change is on its way.
  const watch = { ...kept, ...(change.isPending ? change.variables : {}) };
  const button = (icon: string, of: 'mute' | 'topAnswerers' | 'remove', title: string) => ({
    label: words(`watches.row.${of}`, { what }),
    icon,
    title,
  });
  return (
    <section className="reading watch-pane" aria-label={what}>
      <header className="head">
        {onBack && <BackToWatches onBack={onBack} />}
        <div className="watch-pane--read">
          <MarkRead id={id} />
        </div>
        <IconButton
          {...button(BELL_OFF_ICON, 'mute', words(watch.muted ? 'inbox.mutedListUnmute' : 'watches.row.muteShort'))}
          aria-pressed={watch.muted}
          onClick={() => change.mutate({ muted: !watch.muted })}
        />
        {tags.length > 0 && (
          <IconButton
            {...button(IconPeople, 'topAnswerers', words('watches.topAnswerers.title'))}
            aria-expanded={showsPeople}
            onClick={() => setShowsPeople(!showsPeople)}
          />
        )}
        <IconButton
          {...button(IconTrash, 'remove', words('watches.row.removeShort'))}
          onClick={() => {
            remove.mutate();
            onRemove();
          }}
        />
        <button type="button" className="btn btn__line watch-pane--change" onClick={onChange}>
          <Icon svg={IconPencil} /> {words('watches.row.changeShort')}
        </button>
      </header>
      <div className="reading--body">
        <p className="reading--meta">
          <SiteIcon site={{ name: site.name, iconUrl }} isSmall /> {words('watches.row.on', { site: site.name })}
        </p>
        <h2 tabIndex={-1}>{name}</h2>
        <div className="options">
          <AlertLine value={watch.alert} onChange={(alert) => change.mutate({ alert })} />
        </div>
        <WatchFacts watch={watch} />
        {showsPeople && <TopAnswerers site={site.id} tags={tags} />}
        <h3>{words('watches.row.latestShort')}</h3>
        <LatestMatches watch={watch} what={what} onShowAll={onShowAll} />
      </div>
    </section>
  );
}
