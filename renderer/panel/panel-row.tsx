import { IconClock, IconMailOpen, IconNotInterested } from '@stackoverflow/stacks-icons/icons';
import type { MouseEvent } from 'react';
import { shortAge } from '../../common/i18n/short-times.ts';
import { IN_ELECTRON } from '../agent/connection/bridge.ts';
import { isWebAddress } from '../agent/outside-link.tsx';
import { useLocale, useWords } from '../appearance/language.tsx';
import { Change } from '../reputation/change.tsx';
import { Icon } from '../widgets/icon.tsx';
import { SiteIcon } from '../widgets/site-icon.tsx';
import type { PanelItem } from './panel-item.ts';

interface Props {
  item: PanelItem;
  now: number;
  /** The one row that can be reached with Tab. */
  isActive: boolean;
  onFocus: () => void;
}

/** The title: a click, or Enter, opens the item in the browser. */
function Title({ item, isActive, onFocus }: Omit<Props, 'now'>) {
  const attributes = {
    className: 'panel-row--title',
    title: item.title,
    tabIndex: isActive ? 0 : -1,
    'data-item': item.key,
    onFocus,
  };
  if (!isWebAddress(item.link)) {
    return (
      <button type="button" {...attributes} onClick={() => item.open(false)}>
        {item.title}
      </button>
    );
  }
  const follow = (event: MouseEvent) => {
    // A browser opens the link itself, in a tab of its own; only the mark is then left to do.
    if (IN_ELECTRON) event.preventDefault();
    item.open(!IN_ELECTRON);
  };
  return (
    <a {...attributes} href={item.link} target="_blank" rel="noopener noreferrer" onClick={follow}>
      {item.title}
    </a>
  );
}

function ActionButton({ icon, label, title, act }: { icon: string; label: string; title: string; act: () => void }) {
  return (
    <button
      type="button"
      className="s-btn s-btn__muted s-btn__sm panel-row--action"
      tabIndex={-1}
      aria-label={label}
      title={title}
      onClick={act}
    >
      <Icon svg={icon} />
    </button>
  );
}

/** What can be done with an item in place; each has a key as well, so that Tab need not stop here. */
function Actions({ item: { title, muted, markRead, mute, snooze } }: { item: PanelItem }) {
  const words = useWords();
  return (
    <div className="panel-row--actions">
      {markRead && (
        <ActionButton
          icon={IconMailOpen}
          label={words('panel.row.readThis', { title })}
          title={words('panel.row.read')}
          act={markRead}
        />
      )}
      {mute && (
        <ActionButton
          icon={IconNotInterested}
          label={words(muted === true ? 'panel.row.unmuteThis' : 'panel.row.muteThis', { title })}
          title={words(muted === true ? 'panel.row.unmute' : 'panel.row.mute')}
          act={mute}
        />
      )}
      {snooze && (
        <ActionButton
          icon={IconClock}
          label={words('panel.row.snoozeThis', { title })}
          title={words('panel.row.snooze')}
          act={snooze}
        />
      )}
    </div>
  );
}

/** One thing that happened, in two lines: what it is about and how old it is; of which kind, where, and what of it. */
export function PanelRow(props: Props) {
  const { item, now } = props;
  const { words, fullDate } = useLocale();
  return (
    <div className="panel-row">
      <SiteIcon site={item.site} />
      <Title {...props} />
      <time className="panel-row--age" dateTime={item.at.toISOString()} title={fullDate(item.at)}>
        {shortAge(now - item.at.getTime(), words)}
      </time>
      <p className="panel-row--about">
        <Icon svg={item.icon} />
        {item.change !== undefined && <Change change={item.change} />}
        <span className="panel-row--kind">{item.kind}</span>
        {item.muted === true && <span>{words('inbox.muted')}</span>}
        <span>{item.site.name}</span>
        {item.detail !== undefined && item.detail !== '' && <span className="panel-row--detail">{item.detail}</span>}
      </p>
      <Actions item={item} />
    </div>
  );
}
