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
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type MouseEvent, type Ref } from 'react';
import type { InboxEntry, Reading } from '../../../common/contract/contract.ts';
import { IN_ELECTRON } from '../../agent/connection/bridge.ts';
import { useAnnounce } from '../../feedback/announcements.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { useNow } from '../../widgets/use-now.ts';
import { SiteIcon } from '../../widgets/site-icon.tsx';
import { useLocale, useWords } from '../../appearance/language.tsx';
import { Acceptance } from './later-acceptance.ts';
import { useForgottenAcceptance } from './pending-acceptance.ts';
import type { FeedActions } from '../feed-actions.ts';
import { useReading } from '../feed-queries.ts';
import { ruleName } from '../../../common/i18n/rule-words.ts';
import { useWatches } from '../../agent/queries.ts';
import { kindName } from '../../../common/i18n/network-names.ts';
import { isWebAddress } from '../../../common/safe-text.ts';
import { Post } from './post.tsx';

interface IconButtonProps {
  label: string;
  svg: string;
  onClick: () => void;
  pressed?: boolean;
}

function IconButton({ label, svg, onClick, pressed }: IconButtonProps) {
  return (
    <button
      type="button"
      className="s-btn s-btn__muted s-btn__sm"
      aria-pressed={pressed}
      title={label}
      aria-label={label}
      onClick={onClick}
    >
      <Icon svg={svg} />
    </button>
  );
}

/** A link to the item's page, and a button that copies its address. */
function PageButtons({ entry, keys, link, actions }: Pick<Props, 'entry' | 'keys' | 'actions'> & { link: string }) {
  const words = useWords();
  const announce = useAnnounce();
  const follow = (event: MouseEvent) => {
    if (IN_ELECTRON) event.preventDefault();
    actions.open(entry.key, !IN_ELECTRON, keys);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      announce({ kind: 'done', message: words('inbox.done.copied') });
    } catch {
      announce({ kind: 'failed', message: words('inbox.done.notCopied'), advice: words('inbox.done.notCopiedAdvice') });
    }
  };
  return (
    <>
      <a
        className="s-btn s-btn__outlined s-btn__sm"
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        onClick={follow}
      >
        <Icon svg={IconShare} /> {words('inbox.actions.open')}
      </a>
      <IconButton label={words('inbox.actions.copy')} svg={IconLink} onClick={() => void copy()} />
    </>
  );
}

interface Props {
  /** The heading, which takes the focus. */
  ref?: Ref<HTMLHeadingElement>;
  entry: InboxEntry;
  /** The keys of all that its row stands for, its own included. */
  keys: string[];
  actions: FeedActions;
  /** It lies over the list, instead of beside it. */
  over: boolean;
  onClose: () => void;
  onSnooze: () => void;
  /** Something is done in the post: it is being read, not only seen. */
  onUse?: (() => void) | undefined;
}

interface ItemButtonsProps extends Pick<Props, 'entry' | 'keys' | 'actions' | 'onSnooze'> {
  reading: Reading | undefined;
}

/** What can be done with the item. A question can be muted only where the item is about one. */
function ItemButtons({ entry, keys, actions, onSnooze, reading }: ItemButtonsProps) {
  const words = useWords();
  const { key, link, unread } = entry;
  const muted = reading?.muted ?? entry.muted;
  return (
    <div className="reading--acts">
      {isWebAddress(link) && <PageButtons entry={entry} keys={keys} link={link} actions={actions} />}
      <IconButton
        label={words(unread ? 'inbox.actions.read' : 'inbox.actions.unread')}
        svg={unread ? IconMailOpen : IconMail}
        onClick={() => actions.setRead(unread ? keys : [key], unread)}
      />
      {entry.snoozedUntil ? (
        <IconButton
          label={words('inbox.actions.unsnooze')}
          svg={IconClock}
          onClick={() => actions.unsnooze(keys)}
          pressed
        />
      ) : (
        <IconButton label={words('inbox.actions.snooze')} svg={IconClock} onClick={onSnooze} />
      )}
      {(reading?.hasQuestion ?? entry.question !== undefined) && (
        <IconButton
          label={words(muted ? 'inbox.actions.unmute' : 'inbox.actions.mute')}
          svg={muted ? IconBell : IconNotInterested}
          onClick={() => actions.mute(entry, !muted)}
        />
      )}
    </div>
  );
}

/** Where the item comes from, what kind it is, how old, and which watches found it. */
function Meta({ entry }: { entry: InboxEntry }) {
  const locale = useLocale();
  const { words, age, fullDate, clockTime, list } = locale;
  const now = useNow(20_000);
  const watches = useWatches().data?.watches ?? [];
  const finders = watches.filter(({ id }) => entry.watchIds?.includes(id));
  return (
    <p className="reading--meta">
      <SiteIcon site={entry.site} />
      <span>{entry.site.name}</span>
      <span>{kindName(words, entry.itemType)}</span>
      <time dateTime={entry.createdAt.toISOString()} title={fullDate(entry.createdAt)}>
        {age(entry.createdAt, now)}
      </time>
      {finders.length > 0 && (
        <span>
          {words('watches.matches.foundBy', {
            watches: list(finders.map(({ rule, name }) => ruleName(rule, locale) || name)),
          })}
        </span>
      )}
      {entry.snoozedUntil && <span>{words('inbox.done.snoozed', { time: clockTime(entry.snoozedUntil, now) })}</span>}
    </p>
  );
}

/** The post that the item is about; of an answer or a comment also the question, once it is asked for. */
function Body({ entry, reading, onUse }: Pick<Props, 'entry' | 'onUse'> & { reading: UseQueryResult<Reading> }) {
  const words = useWords();
  const { key, link } = entry;
  const [withQuestion, setWithQuestion] = useState(false);
  const question = useReading(withQuestion ? key : undefined, 'question');
  const isQuestion = reading.data?.post?.kind === 'question';
  return (
    <div
      className="reading--body"
      role="group"
      aria-label={words('inbox.reading.label')}
      // Scrolled by keyboard, too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={onUse}
      onPointerDown={onUse}
    >
      <Post reading={reading} base={link} excerpt={entry.excerpt} />
      {reading.data?.hasQuestion === true && !isQuestion && !withQuestion && (
        <button type="button" className="s-btn s-btn__outlined s-btn__sm" onClick={() => setWithQuestion(true)}>
          {words('inbox.actions.question')}
        </button>
      )}
      {withQuestion && !isQuestion && <Post reading={question} base={link} />}
    </div>
  );
}

/** An item with what is behind it, and everything that can be done with it. */
export function ReadingPane({ ref, entry, keys, actions, over, onClose, onSnooze, onUse }: Props) {
  const words = useWords();
  const reading = useReading(entry.key, 'item');
  useForgottenAcceptance(entry.key);
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
          <ItemButtons entry={entry} keys={keys} actions={actions} onSnooze={onSnooze} reading={reading.data} />
        </div>
        <Meta entry={entry} />
        <h2 ref={ref} tabIndex={-1}>
          {entry.title}
        </h2>
      </header>
      {/* Another one begins at its top. */}
      <Body key={entry.key} entry={entry} reading={reading} onUse={onUse} />
      {/* Below what it is about, so that nothing moves when it comes. */}
      {reading.data && <Acceptance key={`accept ${entry.key}`} itemKey={entry.key} reading={reading.data} />}
    </section>
  );
}
