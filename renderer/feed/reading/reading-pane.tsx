import {
  IconArrowDownAlt,
  IconArrowLeft,
  IconArrowUpAlt,
  IconClear,
  IconLink,
  IconShare,
} from '@stackoverflow/stacks-icons/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import type { MouseEvent, Ref } from 'react';
import type { InboxEntry, Reading } from '../../../common/contract/contract.ts';
import { IN_ELECTRON } from '../../agent/connection/bridge.ts';
import { useAnnounce } from '../../feedback/announcements.tsx';
import { Icon, IconButton } from '../../widgets/icon.tsx';
import { useNow } from '../../widgets/use-now.ts';
import { SiteIcon } from '../../widgets/site-icon.tsx';
import { useLocale, useWords } from '../../appearance/language.tsx';
import { Acceptance } from './later-parts.ts';
import { useForgottenAcceptance } from './pending-acceptance.ts';
import type { FeedActions } from '../feed-actions.ts';
import { useReading } from '../feed-queries.ts';
import { ItemActions, type ItemAct } from '../list/row/row-actions.tsx';
import { ruleName } from '../../../common/i18n/rule-words.ts';
import { useWatches } from '../../agent/queries.ts';
import { snoozedWords } from '../../../common/i18n/state-words.ts';
import { kindName } from '../../../common/i18n/network-names.ts';
import { isWebAddress } from '../../../common/safe-text.ts';
import { Post } from './post.tsx';
import { Around } from './around.tsx';

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
      announce({ kind: 'done', message: words('common.copied') });
    } catch {
      announce({ kind: 'failed', message: words('common.notCopied'), advice: words('common.notCopiedAdvice') });
    }
  };
  return (
    <>
      <IconButton label={words('inbox.actions.copy')} icon={IconLink} onClick={() => void copy()} />
      <a
        className="btn btn__line"
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        title={words('inbox.actions.open')}
        aria-label={words('inbox.actions.open')}
        onClick={follow}
      >
        <Icon svg={IconShare} /> {words('inbox.actions.openShort')}
      </a>
    </>
  );
}

interface Props {
  /** The heading, which takes the focus. */
  ref?: Ref<HTMLHeadingElement> | undefined;
  entry: InboxEntry;
  /** The keys of all that its row stands for, its own included. */
  keys: string[];
  actions: FeedActions;
  /** It lies over the list, instead of beside it. */
  over: boolean;
  /** Where it stands in the list, from 1; 0 where it is not listed. */
  position: { at: number; of: number };
  /** Goes on to the next (1) or the previous (-1). */
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
  onAct: (act: ItemAct) => void;
  /** Something is done in the post: it is being read, not only seen. */
  onUse?: (() => void) | undefined;
}

interface ItemButtonsProps extends Pick<Props, 'entry' | 'keys' | 'actions' | 'onAct'> {
  reading: Reading | undefined;
}

const ACTS = ['done', 'save', 'read', 'snooze', 'mute'] as const;

/** What can be done with the item. A question can be muted only where the item is about one. */
function ItemButtons({ entry, keys, actions, onAct, reading }: ItemButtonsProps) {
  const { link } = entry;
  const muted = reading?.muted ?? entry.muted;
  const hasQuestion = reading?.hasQuestion ?? entry.question !== undefined;
  return (
    <div className="reading--acts">
      <ItemActions
        marks={{ ...entry, muted }}
        acts={hasQuestion ? ACTS : ACTS.slice(0, -1)}
        // What is open without a row may have been muted since.
        onAct={(act) => (act === 'mute' ? actions.mute([entry], !muted) : onAct(act))}
      />
      {isWebAddress(link) && <PageButtons entry={entry} keys={keys} link={link} actions={actions} />}
    </div>
  );
}

/** Where the item comes from, what kind it is, how old, and which watches found it. */
function Meta({ entry }: { entry: InboxEntry }) {
  const locale = useLocale();
  const { words, age, fullDate, list } = locale;
  const now = useNow(20_000);
  const watches = useWatches().data?.watches ?? [];
  const finders = watches.filter(({ id }) => entry.watchIds?.includes(id));
  return (
    <p className="reading--meta">
      <SiteIcon site={entry.site} isSmall />
      <span>{entry.site.name}</span>
      <span>{kindName(words, entry.itemType)}</span>
      <time dateTime={entry.createdAt.toISOString()} title={fullDate(entry.createdAt)}>
        {age(entry.createdAt, now)}
      </time>
      {finders.length > 0 && (
        <span>
          {words('watches.matchesFoundBy', {
            watches: list(finders.map(({ rule, name }) => ruleName(rule, locale) || name)),
          })}
        </span>
      )}
      {entry.snoozedUntil && <span>{`${snoozedWords(locale, entry.snoozedUntil, now)}.`}</span>}
    </p>
  );
}

/** The post that the item is about, under what it belongs to. */
function Body({
  ref,
  entry,
  reading,
  question,
  onUse,
}: Pick<Props, 'ref' | 'entry' | 'onUse'> & {
  reading: UseQueryResult<Reading>;
  question: UseQueryResult<Reading> | undefined;
}) {
  const words = useWords();
  const { key, link } = entry;
  const isUnderAnswer = reading.data?.post?.kind === 'comment' && reading.data.hasAnswer;
  const answer = useReading(isUnderAnswer ? key : undefined, 'answer');
  return (
    // Keys that scroll it say that it is read, as the wheel does.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className="reading--body"
      role="group"
      aria-label={words('inbox.reading.label')}
      // Scrolled by keyboard, too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      // Not by scrolling as such, which brings a comment into sight by itself.
      onWheel={onUse}
      onKeyDown={onUse}
      onPointerDown={onUse}
    >
      <Meta entry={entry} />
      <h2 ref={ref} tabIndex={-1} dir="auto">
        {entry.title}
      </h2>
      {question && <Around reading={question} of={reading} part="question" base={link} />}
      {isUnderAnswer && <Around reading={answer} of={reading} part="answer" base={link} />}
      <Post reading={reading} base={link} excerpt={entry.excerpt} />
    </div>
  );
}

/** Goes back to the list, or to the item before or after this one. */
function Moves({ over, position, onStep, onClose }: Pick<Props, 'over' | 'position' | 'onStep' | 'onClose'>) {
  const { words, number } = useLocale();
  const { at, of } = position;
  return (
    <div className="reading--moves">
      <IconButton
        label={words(over ? 'inbox.actions.back' : 'common.close')}
        icon={over ? IconArrowLeft : IconClear}
        onClick={onClose}
      />
      <IconButton
        label={words('inbox.actions.previous')}
        icon={IconArrowUpAlt}
        disabled={at <= 1}
        onClick={() => onStep(-1)}
      />
      <IconButton
        label={words('inbox.actions.next')}
        icon={IconArrowDownAlt}
        disabled={at === 0 || at >= of}
        onClick={() => onStep(1)}
      />
      {at > 0 && (
        <span className="reading--position">{words('inbox.reading.position', { at: number(at), of: number(of) })}</span>
      )}
    </div>
  );
}

/** An item with what is behind it, and everything that can be done with it. */
export function ReadingPane({ ref, entry, keys, actions, onAct, onUse, ...moves }: Props) {
  const words = useWords();
  const { key } = entry;
  const reading = useReading(key, 'item');
  // Before the post is here, so that it does not move when its question comes.
  const isUnderQuestion = reading.data
    ? reading.data.hasQuestion && reading.data.post?.kind !== 'question'
    : entry.question !== undefined && entry.watchIds === undefined && !reading.isError;
  const question = useReading(isUnderQuestion && reading.data ? key : undefined, 'question');
  // The question knows whether another answer is accepted.
  const latest = isUnderQuestion && question.data?.post ? question.data : reading.data;
  useForgottenAcceptance(key);
  return (
    <section className="reading" aria-label={words('inbox.reading.label')}>
      <header className="head">
        <Moves {...moves} />
        <ItemButtons entry={entry} keys={keys} actions={actions} onAct={onAct} reading={reading.data} />
      </header>
      {/* Another one begins at its top. */}
      <Body
        key={key}
        ref={ref}
        entry={entry}
        reading={reading}
        question={isUnderQuestion ? question : undefined}
        onUse={onUse}
      />
      {/* Below what it is about, so that nothing moves when it comes. */}
      {latest && <Acceptance key={`accept ${key}`} itemKey={key} reading={latest} />}
    </section>
  );
}
