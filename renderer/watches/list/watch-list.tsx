import { IconBell, IconClear, IconPencil, IconPeople, IconTrash } from '@stackoverflow/stacks-icons/icons';
import { useRef, useState, type ButtonHTMLAttributes, type Ref } from 'react';
import type { Watch, WatchAlert, WatchRule } from '../../../common/contract/contract.ts';
import { rateWords } from '../../../common/i18n/rule-words.ts';
import { Age } from '../../widgets/age.tsx';
import { useFocusHandover } from '../../widgets/use-focus-handover.ts';
import { Icon } from '../../widgets/icon.tsx';
import { useAgentMutation } from '../../agent/queries.ts';
import { useLocale, useWords } from '../../appearance/language.tsx';
import { AlertSelect } from '../fields/alert-select.tsx';
import { MatchLink } from './match-link.tsx';
import { TopAnswerers } from '../answerers/top-answerers.tsx';
import { WatchForm } from '../form/watch-form.tsx';
import { conditionWords, ruleName } from '../../../common/i18n/rule-words.ts';
import { costWords } from '../watch-words.ts';

/** The rule of a watch: tags as tags, the rest in words. */
function Rule({ rule, name }: { rule: WatchRule; name: string }) {
  const { words } = useLocale();
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

/** What the watch looks for, what that finds and costs, and what stands in its way. */
function WatchFacts({ watch, name, muted }: { watch: Watch; name: string; muted: boolean }) {
  const locale = useLocale();
  const { words } = locale;
  return (
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
        <span>{costWords(watch.cost, locale)}</span>
      </p>
      {watch.refused === true && <p>{words('watches.row.refused')}</p>}
      {watch.reachedWithin !== undefined && (
        <p className="hint">{words('watches.row.reachedWithin', { count: watch.reachedWithin })}</p>
      )}
      {muted && <p className="hint">{words('watches.row.muted')}</p>}
    </div>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>;
  svg: string;
  iconClass?: string;
}

function IconButton({ svg, iconClass = '', ...attributes }: IconButtonProps) {
  return (
    <button type="button" className="s-btn s-btn__muted s-btn__sm" {...attributes}>
      <Icon svg={svg} className={iconClass} />
    </button>
  );
}

/** The part of a row that is open beneath it: the form that changes the watch, or the top answerers of its tags. */
type OpenPart = 'form' | 'people' | undefined;

interface ControlsProps {
  watch: Watch;
  /** The watch in words, with its site, for the names of the controls. */
  what: string;
  name: string;
  open: OpenPart;
  hasPeople: boolean;
  pencil: Ref<HTMLButtonElement>;
  onToggle: (part: 'form' | 'people') => void;
  onChange: (part: WatchChange) => void;
}

interface WatchChange {
  alert?: WatchAlert;
  muted?: boolean;
}

/** What can be done with a watch. `watch` is as it will be, where a change is on its way. */
function WatchControls({ watch, what, name, open, hasPeople, pencil, onToggle, onChange }: ControlsProps) {
  const words = useWords();
  const remove = useAgentMutation((client) => client.watches.remove({ id: watch.id }), {
    changes: 'watches',
    done: words('watches.row.removed', { name }),
    undo: (client, _watch, { undo }) => client.watches.undo({ undo: undo ?? '' }),
  });
  return (
    <div className="watch--controls">
      <AlertSelect
        label={words('watches.row.alert', { what })}
        hidden
        value={watch.alert}
        onChange={(alert) => onChange({ alert })}
      />
      <div className="watch--buttons">
        <IconButton
          svg={IconBell}
          iconClass={watch.muted ? 'is-struck' : ''}
          aria-pressed={watch.muted}
          aria-label={words('watches.row.mute', { what })}
          title={words(watch.muted ? 'watches.row.unmuteShort' : 'watches.row.muteShort')}
          onClick={() => onChange({ muted: !watch.muted })}
        />
        {hasPeople && (
          <IconButton
            svg={IconPeople}
            aria-label={words('watches.row.topAnswerers', { what })}
            aria-expanded={open === 'people'}
            title={words('watches.row.topAnswerersShort')}
            onClick={() => onToggle('people')}
          />
        )}
        <IconButton
          ref={pencil}
          svg={open === 'form' ? IconClear : IconPencil}
          aria-label={words('watches.row.change', { what })}
          aria-expanded={open === 'form'}
          title={words('watches.row.changeShort')}
          onClick={() => onToggle('form')}
        />
        <IconButton
          svg={IconTrash}
          aria-label={words('watches.row.remove', { what })}
          title={words('watches.row.removeShort')}
          aria-disabled={remove.isPending}
          onClick={() => remove.isPending || remove.mutate()}
        />
      </div>
    </div>
  );
}

function LatestMatches({ watch, what, muted }: { watch: Watch; what: string; muted: boolean }) {
  const words = useWords();
  if (watch.latest.length === 0) return null;
  return (
    <ul className="watch--latest hint" aria-label={words('watches.row.latest', { what })}>
      {watch.latest.map((match) => (
        <li key={match.questionId} className={match.unread && !muted ? 'is-unread' : ''}>
          {match.unread && !muted && <span className="visually-hidden">{words('watches.matches.unread')} </span>}
          <MatchLink site={watch.site.id} match={match} /> · <Age of={match.matchedAt} />
        </li>
      ))}
    </ul>
  );
}

function WatchRow({ watch }: { watch: Watch }) {
  const locale = useLocale();
  const [open, setOpen] = useState<OpenPart>();
  const name = ruleName(watch.rule, locale) || watch.name;
  const what = locale.words('watches.row.what', { name, site: watch.site.name });
  const plainTags = [...watch.rule.anyTags, ...watch.rule.allTags].filter((tag) => !tag.includes('*'));
  const change = useAgentMutation((client, part: WatchChange) => client.watches.change({ id: watch.id, ...part }), {
    changes: 'watches',
  });
  const row = useFocusHandover();
  const pencil = useRef<HTMLButtonElement>(null);
  const closeForm = () => {
    setOpen(undefined);
    pencil.current?.focus();
  };
  const shown = { ...watch, ...(change.isPending ? change.variables : {}) };
  return (
    <li className="watch" ref={row} data-watch={watch.id} tabIndex={-1} data-form>
      <WatchFacts watch={watch} name={name} muted={shown.muted} />
      <WatchControls
        watch={shown}
        what={what}
        name={name}
        open={open}
        hasPeople={plainTags.length > 0}
        pencil={pencil}
        onToggle={(part) => setOpen(open === part ? undefined : part)}
        onChange={(part) => change.mutate(part)}
      />
      <LatestMatches watch={watch} what={what} muted={shown.muted} />
      {open === 'form' && <WatchForm watch={watch} onDone={closeForm} onCancel={closeForm} />}
      {open === 'people' && <TopAnswerers site={watch.site.id} tags={plainTags} />}
    </li>
  );
}

/** The watches, each with what it finds, what it costs and what it does. */
export function WatchList({ watches }: { watches: Watch[] }) {
  const { words } = useLocale();
  return (
    <ul className="watch-list" aria-label={words('watches.list')}>
      {watches.map((watch) => (
        <WatchRow key={watch.id} watch={watch} />
      ))}
    </ul>
  );
}
