import { IconTrash } from '@stackoverflow/stacks-icons/icons';
import type { Watch } from '../../electron/contract.ts';
import { Icon } from '../components/icon.tsx';
import { Switch } from '../components/switch.tsx';
import { useAct } from '../queries.ts';

function WatchRow({ watch }: { watch: Watch }) {
  const setNotify = useAct((client, notify: boolean) => client.watches.setNotify({ id: watch.id, notify }), { changes: 'watches' });
  const remove = useAct((client) => client.watches.remove({ id: watch.id }), { changes: 'watches', done: `No longer watching ${watch.tag}.` });
  return (
    <li className="watch">
      <span className="watch--what">
        <span className="s-tag">{watch.tag}</span>
        <span className="hint">{watch.site.name}</span>
      </span>
      <span className="watch--notify" aria-hidden="true">
        Notify
      </span>
      <Switch
        compact
        label={`Notify of new questions in ${watch.tag} on ${watch.site.name}`}
        checked={setNotify.isPending ? setNotify.variables : watch.notify}
        onChange={(notify) => setNotify.mutate(notify)}
      />
      <button
        type="button"
        className="s-btn s-btn__muted s-btn__sm"
        aria-label={`Stop watching ${watch.tag} on ${watch.site.name}`}
        title="Stop watching"
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <Icon svg={IconTrash} />
      </button>
    </li>
  );
}

/** The watched tags, each with its switch. */
export function WatchList({ watches }: { watches: Watch[] }) {
  return (
    <ul className="watch-list" aria-label="Watched tags">
      {watches.map((watch) => (
        <WatchRow key={watch.id} watch={watch} />
      ))}
    </ul>
  );
}
