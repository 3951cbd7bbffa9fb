import type { ThreadComment } from '../../../common/contract/contract.ts';
import { MINUTE_MS } from '../../../common/durations.ts';
import { OutsideLink } from '../../agent/outside-link.tsx';
import { useLocale } from '../../appearance/language.tsx';
import { useNow } from '../../widgets/use-now.ts';
import { PostBody } from './later-parts.ts';

/** Once for each row: the same function is not called again when the row is drawn anew. */
const toView = (row: HTMLLIElement | null) => row?.scrollIntoView({ block: 'nearest' });

/** The comments under a post; the one that the item is about is marked, and in sight. */
export function Comments({ thread, base }: { thread: readonly ThreadComment[]; base: string | undefined }) {
  const { words, shortAge, fullDate } = useLocale();
  const now = useNow(MINUTE_MS);
  return (
    <ul className="comments" aria-label={words('settings.notifications.reasons.comment')}>
      {thread.map(({ id, owner, html, createdAt, isItem }) => (
        <li key={id} {...(isItem && { ref: toView, 'aria-current': true })}>
          <OutsideLink href={owner?.link} className="owner--name">
            {owner?.name ?? words('inbox.reading.someone')}
          </OutsideLink>{' '}
          <PostBody html={html} base={base} tags={[]} />{' '}
          {createdAt && (
            <time dateTime={createdAt.toISOString()} title={fullDate(createdAt)}>
              {shortAge(createdAt, now)}
            </time>
          )}
        </li>
      ))}
    </ul>
  );
}
