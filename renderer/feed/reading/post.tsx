import { IconCheckmark } from '@stackoverflow/stacks-icons/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Post as PostShown, Reading } from '../../../common/contract/contract.ts';
import { MINUTE_MS, HOUR_MS } from '../../../common/durations.ts';
import { AskingTrouble } from '../../feedback/request-trouble.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { useNow } from '../../widgets/use-now.ts';
import { Failed, Loading } from '../../feedback/states.tsx';
import { useLocale, useWords } from '../../appearance/language.tsx';
import { OwnerCard } from './owner-card.tsx';
import { Comments } from './comments.tsx';
import { PostBody } from './later-parts.ts';

/** From which age on an age is shown, in ms. */
const SHOW_AGE_AFTER_MS = HOUR_MS;

/** What is known of a post beside its text. */
export function Facts({ post }: { post: PostShown }) {
  const { words, number, age, fullDate } = useLocale();
  const now = useNow(MINUTE_MS);
  return (
    <p className="post--facts">
      <strong>{words(`inbox.reading.${post.kind}`)}</strong>
      {post.score !== undefined && <span>{words('inbox.reading.score', { score: number(post.score) })}</span>}
      {post.isAccepted === true && (
        <span className="post--accepted">
          <Icon svg={IconCheckmark} /> {words('inbox.reading.accepted')}
        </span>
      )}
      {post.answers !== undefined && <span>{words('inbox.reading.answers', { count: post.answers })}</span>}
      {post.closed !== undefined && (
        <span>
          {post.closed === ''
            ? words('inbox.reading.closed')
            : words('inbox.reading.closedFor', { reason: post.closed })}
        </span>
      )}
      {post.createdAt && (
        <time dateTime={post.createdAt.toISOString()} title={fullDate(post.createdAt)}>
          {age(post.createdAt, now)}
        </time>
      )}
    </p>
  );
}

/** What went wrong on the way to a post, and what to do about it. */
function Trouble({ trouble, again }: { trouble: NonNullable<Reading['trouble']>; again: () => Promise<unknown> }) {
  const { words } = useLocale();
  switch (trouble.kind) {
    case 'deleted':
      return (
        <p className="notice notice__warning" role="status">
          {words('inbox.reading.deleted')}
        </p>
      );
    case 'no-post':
      return (
        <p className="hint" role="status">
          {words('inbox.reading.noPost')}
        </p>
      );
    case 'not-offered':
      return (
        <p className="notice notice__info" role="status">
          {words('inbox.reading.notOffered')}
        </p>
      );
    default:
      return <AskingTrouble trouble={{ ...trouble, kind: trouble.kind }} again={again} />;
  }
}

/** The beginning of a post that is not here (yet), as the post itself would be written. */
function Excerpt({ text }: { text: string }) {
  return (
    <div className="post--body s-prose">
      <p>{text}</p>
    </div>
  );
}

interface Props {
  reading: UseQueryResult<Reading>;
  /** The address of the page it stands on. */
  base: string | undefined;
  /** Shown where there is nothing better. */
  excerpt?: string;
}

/** All of a post: facts, text, tags and owner. */
export function PostContent({ post, base }: { post: PostShown; base: string | undefined }) {
  const words = useWords();
  return (
    <>
      <Facts post={post} />
      <PostBody html={post.html} base={post.link ?? base} tags={post.tags} />
      {post.tags.length > 0 && (
        <ul className="tags" aria-label={words('watches.form.tags')}>
          {post.tags.map((tag) => (
            <li key={tag} className="tag">
              {tag}
            </li>
          ))}
        </ul>
      )}
      <OwnerCard owner={post.owner} />
    </>
  );
}

/** A question, an answer or a comment as it can be read here, with its owner; a comment among those beside it. */
export function Post({ reading, base, excerpt = '' }: Props) {
  const { words, age } = useLocale();
  const now = useNow(MINUTE_MS);
  if (reading.isPending && excerpt === '') return <Loading label={words('inbox.reading.loading')} />;
  // What is known stands where the post will be, so that nothing moves when it arrives.
  if (reading.isPending) {
    return (
      <article className="post" aria-busy="true">
        <p className="post--facts" role="status">
          {words('inbox.reading.loading')}
        </p>
        <Excerpt text={excerpt} />
      </article>
    );
  }
  if (reading.isError) return <Failed error={reading.error} again={() => void reading.refetch()} />;
  const { post, thread, readAt, trouble } = reading.data;
  return (
    <article className="post">
      {trouble && <Trouble trouble={trouble} again={() => reading.refetch()} />}
      {post && (
        <>
          {thread ? <Comments thread={thread} base={base} /> : <PostContent post={post} base={base} />}
          {trouble && readAt && now - readAt.getTime() > SHOW_AGE_AFTER_MS && (
            <p className="hint">{words('inbox.reading.asOf', { age: age(readAt, now) })}</p>
          )}
        </>
      )}
      {!post && excerpt !== '' && <Excerpt text={excerpt} />}
    </article>
  );
}
