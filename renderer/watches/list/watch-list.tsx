import { IconBell, IconClear, IconPencil, IconPeople, IconTrash } from '@stackoverflow/stacks-icons/icons';
import { useRef, useState } from 'react';
import type { Watch, WatchAlert, WatchRule } from '../../../common/contract/contract.ts';
import { Age } from '../../widgets/age.tsx';
import { useFocusHandover } from '../../widgets/use-focus-handover.ts';
import { Icon } from '../../widgets/icon.tsx';
import { useAgentMutation } from '../../agent/queries.ts';
import { useSpeech } from '../../appearance/language.tsx';
import { AlertSelect } from '../fields/alert-select.tsx';
import { MatchLink } from './match-link.tsx';
import { TopAnswerers } from '../answerers/top-answerers.tsx';
import { WatchForm } from '../form/watch-form.tsx';
import { conditionWords, costWords, rateWords, ruleName } from '../watch-words.ts';

/** The rule of a watch: tags as tags, the rest in words. */
function Rule({ rule, name }: { rule: WatchRule; name: string }) {
  const { words } = useSpeech();
  const conditions = conditionWords(rule, words);
  const tags = (list: string[], joint: string, before = '') =>
    list.flatMap((tag, index) => [
      index > 0 || before !== '' ? <span key={`${joint}${tag}`}>{index > 0 ? joint : before}</span> : null,
      <span key={tag} className="s-tag">
        {tag}
      </span>,
    ]);
  return (
    <h3 className="watch--rule" aria-label={name}>
      {tags(rule.anyTags, words('watches.rule.or'))}
      {tags(rule.allTags, '+', rule.anyTags.length > 0 ? words('watches.rule.with') : '')}
      {tags(rule.noTags, ',', words('watches.rule.without'))}
      {conditions.length > 0 && <span>{conditions.join(', ')}</span>}
    </h3>
  );
}

function WatchRow({ watch }: { watch: Watch }) {
  const speech = useSpeech();
  const { words } = speech;
  const [open, setOpen] = useState<'form' | 'people'>();
  const toggle = (part: 'form' | 'people') => setOpen(open === part ? undefined : part);
  const name = ruleName(watch.rule, speech) || watch.name;
  const what = words('watches.row.what', { name, site: watch.site.name });
  const plainTags = [...watch.rule.anyTags, ...watch.rule.allTags].filter((tag) => !tag.includes('*'));
  const change = useAgentMutation(
    (client, part: { alert?: WatchAlert; muted?: boolean }) => client.watches.change({ id: watch.id, ...part }),
    { changes: 'watches' },
  );
  const remove = useAgentMutation((client) => client.watches.remove({ id: watch.id }), {
    changes: 'watches',
    done: words('watches.row.removed', { name }),
    undo: (client, _watch, { undo }) => client.watches.undo({ undo: undo ?? '' }),
  });
  const row = useFocusHandover();
  const pencil = useRef<HTMLButtonElement>(null);
  const closeForm = () => {
    setOpen(undefined);
    pencil.current?.focus();
  };
  const shown = { ...watch, ...(change.isPending ? change.variables : {}) };
  return (
    <li className="watch" ref={row}>
      <div className="watch--what">
        <Rule rule={watch.rule} name={name} />
        <p className="watch--facts hint">
          <span>{watch.site.name}</span>
          <span>{watch.perDay === undefined ? words('watches.row.rateUnknown') : rateWords(watch.perDay, words)}</span>
          {watch.thisWeek > 0 && (
            <span>
              {words(watch.wholeWeek ? 'watches.row.thisWeek' : 'watches.row.soFar', { count: watch.thisWeek })}
            </span>
          )}
          <span>{costWords(watch.cost, words)}</span>
        </p>
        {watch.refused === true && <p>{words('watches.row.refused')}</p>}
        {watch.reachedWithin !== undefined && (
          <p className="hint">{words('watches.row.reachedWithin', { count: watch.reachedWithin })}</p>
        )}
        {shown.muted && <p className="hint">{words('watches.row.muted')}</p>}
      </div>
      <div className="watch--controls">
        <AlertSelect
          label={words('watches.row.alert', { what })}
          hidden
          value={shown.alert}
          onChange={(alert) => change.mutate({ alert })}
        />
        <div className="watch--buttons">
          <button
            type="button"
            className="s-btn s-btn__muted s-btn__sm"
            aria-pressed={shown.muted}
            aria-label={words('watches.row.mute', { what })}
            title={words(shown.muted ? 'watches.row.unmuteShort' : 'watches.row.muteShort')}
            onClick={() => change.mutate({ muted: !shown.muted })}
          >
            <Icon svg={IconBell} className={shown.muted ? 'is-struck' : ''} />
          </button>
          {plainTags.length > 0 && (
            <button
              type="button"
              className="s-btn s-btn__muted s-btn__sm"
              aria-label={words('watches.row.topAnswerers', { what })}
              aria-expanded={open === 'people'}
              title={words('watches.row.topAnswerersShort')}
              onClick={() => toggle('people')}
            >
              <Icon svg={IconPeople} />
            </button>
          )}
          <button
            ref={pencil}
            type="button"
            className="s-btn s-btn__muted s-btn__sm"
            aria-label={words('watches.row.change', { what })}
            aria-expanded={open === 'form'}
            title={words('watches.row.changeShort')}
            onClick={() => toggle('form')}
          >
            <Icon svg={open === 'form' ? IconClear : IconPencil} />
          </button>
          <button
            type="button"
            className="s-btn s-btn__muted s-btn__sm"
            aria-label={words('watches.row.remove', { what })}
            title={words('watches.row.removeShort')}
            aria-disabled={remove.isPending}
            onClick={() => remove.isPending || remove.mutate()}
          >
            <Icon svg={IconTrash} />
          </button>
        </div>
      </div>
      {watch.latest.length > 0 && (
        <ul className="watch--latest hint" aria-label={words('watches.row.latest', { what })}>
          {watch.latest.map((match) => (
            <li key={match.questionId} className={match.unread ? 'is-unread' : ''}>
              {match.unread && <span className="visually-hidden">{words('watches.matches.unread')} </span>}
              <MatchLink site={watch.site.id} match={match} /> · <Age of={match.matchedAt} />
            </li>
          ))}
        </ul>
      )}
      {open === 'form' && <WatchForm watch={watch} onDone={closeForm} />}
      {open === 'people' && <TopAnswerers site={watch.site.id} tags={plainTags} />}
    </li>
  );
}

/** The watches, each with what it finds, what it costs and what it does. */
export function WatchList({ watches }: { watches: Watch[] }) {
  const { words } = useSpeech();
  return (
    <ul className="watch-list" aria-label={words('watches.list')}>
      {watches.map((watch) => (
        <WatchRow key={watch.id} watch={watch} />
      ))}
    </ul>
  );
}
