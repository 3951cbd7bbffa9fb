import { IconMail, IconMailOpen } from '@stackoverflow/stacks-icons/icons';
import type { MouseEvent } from 'react';
import type { InboxEntry } from '../../electron/contract.ts';
import { inElectron } from '../bridge.ts';
import { Age } from '../components/age.tsx';
import { Icon } from '../components/icon.tsx';
import { isWebAddress } from '../components/outside-link.tsx';
import { SiteIcon } from '../components/site-icon.tsx';
import { useAct } from '../queries.ts';
import { itemKind } from './item-kinds.ts';

/** One thing that happened: where, what, how long ago; a click opens it and marks it read. */
export function InboxRow({ entry }: { entry: InboxEntry }) {
  const setRead = useAct((client, read: boolean) => client.inbox.setRead({ keys: [entry.key], read }), { changes: 'inbox' });
  const open = useAct((client) => client.inbox.open({ key: entry.key }), { changes: 'inbox' });
  const follow = (event: MouseEvent) => {
    // A browser opens the link itself, in a tab beside this page; only the mark is then left to do.
    if (!inElectron) {
      if (entry.unread) setRead.mutate(true);
      return;
    }
    event.preventDefault();
    open.mutate();
  };
  const toggle = entry.unread ? 'Mark read' : 'Mark unread';
  return (
    <li className={`row ${entry.unread ? 'is-unread' : ''}`}>
      <SiteIcon site={entry.site} />
      <div className="row--body">
        <div className="row--meta">
          {entry.unread && <span className="visually-hidden">Unread. </span>}
          <span className="row--kind">{itemKind(entry.itemType)}</span>
          <span className="row--site">{entry.site.name}</span>
          <Age of={entry.createdAt} />
        </div>
        {isWebAddress(entry.link) ? (
          <a className="row--title" href={entry.link} target="_blank" rel="noopener noreferrer" onClick={follow}>
            {entry.title}
          </a>
        ) : (
          <span className="row--title">{entry.title}</span>
        )}
        {entry.excerpt !== '' && <p className="row--excerpt">{entry.excerpt}</p>}
      </div>
      <button
        type="button"
        className="s-btn s-btn__muted s-btn__sm row--mark"
        aria-label={`${toggle}: ${entry.title}`}
        title={toggle}
        disabled={setRead.isPending}
        onClick={() => setRead.mutate(entry.unread)}
      >
        <Icon svg={entry.unread ? IconMailOpen : IconMail} />
      </button>
    </li>
  );
}
