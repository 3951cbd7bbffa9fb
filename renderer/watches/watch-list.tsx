import { IconBell, IconClear, IconPencil, IconTrash } from '@stackoverflow/stacks-icons/icons';
import { useState } from 'react';
import type { Watch, WatchAlert } from '../../electron/contract.ts';
import { Age } from '../components/age.tsx';
import { Icon } from '../components/icon.tsx';
import { useAct } from '../queries.ts';
import { AlertSelect, WatchForm } from './watch-form.tsx';
import { costWords, rateWords } from './watch-words.ts';

/** The rule of a watch: tags as tags, the rest in words. */
function Rule({ watch: { rule, name } }: { watch: Watch }) {
  const words = [
    ...rule.titleWords.map((word) => `“${word}” in the title`),
    ...(rule.minScore === undefined ? [] : [`score ${rule.minScore} or more`]),
    ...(rule.unanswered ? ['unanswered'] : []),
    ...(rule.bounty ? ['with a bounty'] : []),
  ];
  const tags = (list: string[], joint: string, before = '') =>
    list.flatMap((tag, index) => [
      index > 0 || before !== '' ? <span key={`${joint}${tag}`}>{index > 0 ? joint : before}</span> : null,
      <span key={tag} className="s-tag">
        {tag}
      </span>,
    ]);
  return (
    <h3 className="watch--rule" aria-label={name}>
      {tags(rule.anyTags, 'or')}
      {tags(rule.allTags, '+', rule.anyTags.length > 0 ? 'with' : '')}
      {tags(rule.noTags, ',', 'without')}
      {words.length > 0 && <span>{words.join(', ')}</span>}
    </h3>
  );
}

function WatchRow({ watch }: { watch: Watch }) {
  const [editing, setEditing] = useState(false);
  const what = `${watch.name} on ${watch.site.name}`;
  const change = useAct((client, part: { alert?: WatchAlert; muted?: boolean }) => client.watches.change({ id: watch.id, ...part }), { changes: 'watches' });
  const remove = useAct((client) => client.watches.remove({ id: watch.id }), { changes: 'watches', done: `No longer watching ${watch.name}.` });
  const shown = { ...watch, ...(change.isPending ? change.variables : {}) };
  return (
    <li className="watch">
      <div className="watch--what">
        <Rule watch={watch} />
        <p className="watch--facts hint">
          <span>{watch.site.name}</span>
          <span>{watch.perDay === undefined ? 'rate not known yet' : rateWords(watch.perDay)}</span>
          <span>{costWords(watch.cost)}</span>
        </p>
        {watch.latest && (
          <p className="watch--latest hint">
            Latest: {watch.latest.title} · <Age of={watch.latest.createdAt} />
          </p>
        )}
        {shown.muted && <p className="watch--latest hint">Muted: matches are listed, and nothing is announced.</p>}
      </div>
      <div className="watch--controls">
        <AlertSelect label={`When ${what} finds something`} hidden value={shown.alert} onChange={(alert) => change.mutate({ alert })} />
        <div className="watch--buttons">
          <button
            type="button"
            className="s-btn s-btn__muted s-btn__sm"
            aria-pressed={shown.muted}
            aria-label={`Mute ${what}`}
            title={shown.muted ? 'Announce again' : 'Mute'}
            onClick={() => change.mutate({ muted: !shown.muted })}
          >
            <Icon svg={IconBell} className={shown.muted ? 'is-struck' : ''} />
          </button>
          <button type="button" className="s-btn s-btn__muted s-btn__sm" aria-label={`Change ${what}`} aria-expanded={editing} title="Change" onClick={() => setEditing(!editing)}>
            <Icon svg={editing ? IconClear : IconPencil} />
          </button>
          <button type="button" className="s-btn s-btn__muted s-btn__sm" aria-label={`Stop watching ${what}`} title="Stop watching" disabled={remove.isPending} onClick={() => remove.mutate()}>
            <Icon svg={IconTrash} />
          </button>
        </div>
      </div>
      {editing && <WatchForm watch={watch} onDone={() => setEditing(false)} />}
    </li>
  );
}

/** The watches, each with what it finds, what it costs and what it does. */
export function WatchList({ watches }: { watches: Watch[] }) {
  return (
    <ul className="watch-list" aria-label="Your watches">
      {watches.map((watch) => (
        <WatchRow key={watch.id} watch={watch} />
      ))}
    </ul>
  );
}
