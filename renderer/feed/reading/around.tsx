import { useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Reading, ReadingPart } from '../../../common/contract/contract.ts';
import { useWords } from '../../appearance/language.tsx';
import { PostBody } from './later-parts.ts';
import { Facts, Post, PostContent } from './post.tsx';

interface AroundProps {
  reading: UseQueryResult<Reading>;
  /** The item itself, which says by itself what keeps it from being read. */
  of: UseQueryResult<Reading>;
  part: Exclude<ReadingPart, 'item'>;
  /** The address of the page it stands on. */
  base: string | undefined;
}

/** The question or answer that an item belongs to: its first lines, at once as high as they will be, or all of it. */
export function Around({ reading, of, part, base }: AroundProps) {
  const words = useWords();
  const [isWhole, setIsWhole] = useState(false);
  const { data, isPending } = reading;
  const post = data?.post;
  if (!isPending && !post) {
    const isSaid = of.data?.trouble !== undefined || data?.trouble?.kind === 'no-post';
    return isSaid ? null : <Post reading={reading} base={base} />;
  }
  return (
    <div className={isWhole ? 'around is-whole' : 'around'} aria-busy={isPending}>
      {post && isWhole && <PostContent post={post} base={base} />}
      {post && !isWhole && (
        <>
          <Facts post={post} />
          <div className="around--lines" inert>
            <PostBody html={post.html} base={post.link ?? base} tags={post.tags} />
          </div>
        </>
      )}
      {post && (
        <button type="button" className="btn btn__link" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {words(isWhole ? 'inbox.reading.less' : `inbox.reading.whole.${part}`)}
        </button>
      )}
    </div>
  );
}
