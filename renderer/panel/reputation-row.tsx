import { IconReputation } from '@stackoverflow/stacks-icons/icons';
import type { MouseEvent } from 'react';
import { rowOf } from '../agent/visible-rows.ts';
import { isWebAddress } from '../../common/safe-text.ts';
import { useLocale } from '../appearance/language.tsx';
import { kindWords } from '../reputation/change-words.ts';
import { iconStyle } from '../feed/list/item-icons.ts';
import { Change } from '../widgets/change.tsx';
import { titleOf, type TodayRow } from '../reputation/today-rows.ts';
import { SiteIcon } from '../widgets/site-icon.tsx';
import type { RowPlace } from './panel-item.ts';

/** What one post brought today, drawn as an item of the inbox is. */
export function ReputationRow({
  post,
  id,
  now,
  isActive,
  onFocus,
  open,
}: RowPlace & { post: TodayRow; id: string; open: () => void }) {
  const { words, age, fullDate } = useLocale();
  const title = titleOf(post, words);
  const attributes = { className: 'item--title', title, tabIndex: isActive ? 0 : -1, 'data-item': id, onFocus };
  const follow = (event: MouseEvent) => {
    event.preventDefault();
    open();
  };
  return (
    <div className="item" {...rowOf(post.keys)}>
      <SiteIcon site={post.site} />
      {isWebAddress(post.link) ? (
        <a {...attributes} href={post.link} target="_blank" rel="noopener noreferrer" onClick={follow}>
          {title}
        </a>
      ) : (
        <button type="button" {...attributes} aria-disabled="true">
          {title}
        </button>
      )}
      <p className="item--meta" style={iconStyle(IconReputation)}>
        <Change change={post.change} />
        <span className="item--kind">{post.site.name}</span>
        <span className="item--excerpt">{post.kinds.map((kind) => kindWords(kind, words)).join(', ')}</span>
        <time dateTime={post.latest.toISOString()} title={fullDate(post.latest)}>
          {age(post.latest, now)}
        </time>
      </p>
    </div>
  );
}
