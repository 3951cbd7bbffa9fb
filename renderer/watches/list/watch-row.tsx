import { IconBell, IconTags } from '@stackoverflow/stacks-icons/icons';
import type { ReactNode } from 'react';
import type { Watch } from '../../../common/contract/contract.ts';
import { rateWords, ruleName } from '../../../common/i18n/rule-words.ts';
import { useSites } from '../../agent/queries.ts';
import { useLocale } from '../../appearance/language.tsx';
import { iconStyle } from '../../feed/list/row/item-icons.ts';
import { Icon } from '../../widgets/icon.tsx';
import { SiteIcon } from '../../widgets/site-icon.tsx';

/** As many of the latest finds come with a watch; when all of them are unread there may be more. */
const LATEST_KNOWN = 3;

/** Icons that Stacks has not: a loudspeaker, and a bell that is crossed out. */
const drawn = (path: string) =>
  `<svg viewBox="0 0 16 16"><path fill="none" stroke="currentColor" stroke-width="1.6" d="${path}"/></svg>`;
const SOUND_ICON = drawn('M2.5 6v4H5l3.5 3V3L5 6zM11 5.8a3 3 0 0 1 0 4.4M12.9 4a5.6 5.6 0 0 1 0 8');
export const BELL_OFF_ICON = drawn(
  'M5 3.6a4 4 0 0 1 7 2.6v2.6l.5 1M4 6.4v2.4L2.7 11.2h8M6.6 13.4a1.6 1.6 0 0 0 2.8 0M2.2 2.2l11.6 11.6',
);

export interface RowProps {
  id: string;
  isChosen: boolean;
  /** The one row that Tab leads to. */
  isActive: boolean;
  onChoose: (id: string) => void;
  onFocus: (id: string) => void;
}

interface Parts extends RowProps {
  className?: string;
  name: string;
  /** How much of what it stands for is unread. */
  unread: string | undefined;
  icon: ReactNode;
  children?: ReactNode;
}

/** A row of the list, as in the feed: dot, icon, name, and below it how much is new. */
export function Row({ id, isChosen, isActive, onChoose, onFocus, className = '', name, unread, ...parts }: Parts) {
  const { words } = useLocale();
  return (
    <button
      type="button"
      className={`item watch ${className} ${unread === undefined ? '' : 'is-unread'} ${isChosen ? 'is-open' : ''}`}
      data-watch={id}
      aria-current={isChosen}
      tabIndex={isActive ? 0 : -1}
      onClick={() => onChoose(id)}
      onFocus={() => onFocus(id)}
    >
      {parts.icon}
      <span className="item--title" title={name}>
        {name}
      </span>
      <span className="item--kind kind__match" style={iconStyle(IconTags)} />
      {unread !== undefined && <span className="item--who">{words('watches.row.new', { number: unread })}</span>}
      {parts.children}
    </button>
  );
}

/** A watch in the list: what it found last, how often it finds something, and how it tells. */
export function WatchRow({ watch, ...row }: Omit<RowProps, 'id'> & { watch: Watch }) {
  const locale = useLocale();
  const { words, number } = locale;
  const { alert, latest, muted, perDay, refused, site } = watch;
  const iconUrl = useSites().data?.find(({ id }) => id === site.id)?.iconUrl;
  const unread = muted ? 0 : latest.filter((match) => match.unread).length;
  const tells = words(muted ? 'inbox.muted' : `watches.alerts.${alert}`);
  return (
    <Row
      {...row}
      id={watch.id}
      className={muted ? 'is-muted' : ''}
      icon={<SiteIcon site={{ name: site.name, iconUrl }} />}
      name={ruleName(watch.rule, locale) || watch.name}
      unread={unread === 0 ? undefined : `${number(unread)}${unread === LATEST_KNOWN ? '+' : ''}`}
    >
      <span className="item--words">
        <span className="visually-hidden">{site.name}. </span>
        {refused === true ? words('watches.row.refused') : (latest[0]?.title ?? words('watches.row.nothingYet'))}
      </span>
      <span className="item--end" title={tells}>
        {perDay === undefined ? words('watches.row.rateUnknown') : rateWords(perDay, words)}
        <Icon svg={muted || alert === 'list' ? BELL_OFF_ICON : alert === 'silent' ? IconBell : SOUND_ICON} />
        <span className="visually-hidden">{tells}</span>
      </span>
    </Row>
  );
}
