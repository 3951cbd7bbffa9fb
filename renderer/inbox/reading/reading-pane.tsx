import {
  IconArrowLeft,
  IconBell,
  IconClear,
  IconClock,
  IconLink,
  IconMail,
  IconMailOpen,
  IconNotInterested,
  IconShare,
} from '@stackoverflow/stacks-icons/icons';
import { useState, type MouseEvent, type Ref } from 'react';
import type { InboxEntry } from '../../../common/contract/contract.ts';
import { IN_ELECTRON } from '../../agent/bridge.ts';
import { useAnnounce } from '../../feedback/announcements.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { useNow } from '../../widgets/use-now.ts';
import { isWebAddress } from '../../widgets/outside-link.tsx';
import { SiteIcon } from '../../widgets/site-icon.tsx';
import { useSpeech } from '../../appearance/language.tsx';
import { Acceptance } from './acceptance.tsx';
import type { InboxActions } from '../inbox-actions.ts';
import { useReading } from '../inbox-queries.ts';
import { kindName } from '../../../common/i18n/network-names.ts';
import { Post } from './post.tsx';

interface Props {
  /** The heading, which takes the focus. */
  ref?: Ref<HTMLHeadingElement>;
  entry: InboxEntry;
  actions: InboxActions;
  /** It lies over the list, instead of beside it. */
  over: boolean;
  onClose: () => void;
  onSnooze: () => void;
}

/** An item with what is behind it, and everything that can be done with it. */
export function ReadingPane({ ref, entry, actions, over, onClose, onSnooze }: Props) {
  const { words, age, fullDate, clockTime } = useSpeech();
  const now = useNow(20_000);
  const announce = useAnnounce();
  const reading = useReading(entry.key, 'item');
  const [questionOf, setQuestionOf] = useState<string>();
  const withQuestion = questionOf === entry.key;
  const question = useReading(withQuestion ? entry.key : undefined, 'question');
  const { key, link, unread } = entry;
  const muted = reading.data?.muted ?? entry.muted;
  const isQuestion = reading.data?.post?.kind === 'question';

  const follow = (event: MouseEvent) => {
    if (IN_ELECTRON) event.preventDefault();
    actions.open(key, !IN_ELECTRON);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link ?? '');
      announce({ kind: 'done', message: words('inbox.done.copied') });
    } catch {
      announce({ kind: 'failed', message: words('inbox.done.notCopied'), advice: words('inbox.done.notCopiedAdvice') });
    }
  };
  const button = (label: string, svg: string, act: () => void, pressed?: boolean) => (
    <button
      type="button"
      className="s-btn s-btn__muted s-btn__sm"
      aria-pressed={pressed}
      title={label}
      aria-label={label}
      onClick={act}
    >
      <Icon svg={svg} />
    </button>
  );

  return (
    <section className="reading" aria-label={words('inbox.reading.label')}>
      <header className="reading--head">
        <div className="reading--bar">
          <button
            type="button"
            className="s-btn s-btn__muted s-btn__sm"
            aria-label={over ? words('inbox.actions.back') : words('inbox.actions.close')}
            onClick={onClose}
          >
            <Icon svg={over ? IconArrowLeft : IconClear} />
          </button>
          <div className="reading--acts">
            {isWebAddress(link) && (
              <a
                className="s-btn s-btn__outlined s-btn__sm"
                href={link}
                target="_blank"
                rel="noopener noreferrer"
                onClick={follow}
              >
                <Icon svg={IconShare} /> {words('inbox.actions.open')}
              </a>
            )}
            {isWebAddress(link) && button(words('inbox.actions.copy'), IconLink, () => void copy())}
            {button(
              words(unread ? 'inbox.actions.read' : 'inbox.actions.unread'),
              unread ? IconMailOpen : IconMail,
              () => actions.setRead([key], unread),
            )}
            {entry.snoozedUntil
              ? button(words('inbox.actions.unsnooze'), IconClock, () => actions.unsnooze(key), true)
              : button(words('inbox.actions.snooze'), IconClock, onSnooze)}
            {reading.data?.hasQuestion === true &&
              button(
                words(muted ? 'inbox.actions.unmute' : 'inbox.actions.mute'),
                muted ? IconBell : IconNotInterested,
                () => actions.mute(key, !muted),
              )}
          </div>
        </div>
        <p className="reading--meta">
          <SiteIcon site={entry.site} />
          <span>{entry.site.name}</span>
          <span>{kindName(words, entry.itemType)}</span>
          <time dateTime={entry.createdAt.toISOString()} title={fullDate(entry.createdAt)}>
            {age(entry.createdAt, now)}
          </time>
          {entry.snoozedUntil && (
            <span>{words('inbox.done.snoozed', { time: clockTime(entry.snoozedUntil, now) })}</span>
          )}
        </p>
        <h2 ref={ref} tabIndex={-1}>
          {entry.title}
        </h2>
      </header>
      <div className="reading--body">
        {reading.data && <Acceptance key={key} itemKey={key} reading={reading.data} />}
        <Post reading={reading} base={link} excerpt={entry.excerpt} />
        {reading.data?.hasQuestion === true && !isQuestion && !withQuestion && (
          <button type="button" className="s-btn s-btn__outlined s-btn__sm" onClick={() => setQuestionOf(key)}>
            {words('inbox.actions.question')}
          </button>
        )}
        {withQuestion && !isQuestion && <Post reading={question} base={link} />}
      </div>
    </section>
  );
}
