import type { PostToday } from '../../common/contract/contract.ts';
import { isWebAddress } from '../../common/safe-text.ts';
import { Age } from '../widgets/age.tsx';
import { rowOf } from '../agent/visible-rows.ts';
import { OutsideLink } from '../agent/outside-link.tsx';
import { useLocale } from '../appearance/language.tsx';
import { kindWords } from './change-words.ts';
import { Change } from '../widgets/change.tsx';
import { titleOf, toRows, type TodayRow } from './today-rows.ts';

function Post({ post }: { post: TodayRow }) {
  const { words, signed } = useLocale();
  const title = titleOf(post, words);
  return (
    <li className="row" {...rowOf(post.keys)}>
      <Change change={post.change} />
      <div className="row--body">
        {isWebAddress(post.link) ? (
          <OutsideLink className="row--title" href={post.link}>
            {title}
          </OutsideLink>
        ) : (
          <span className="row--title">{title}</span>
        )}
        <div className="row--meta">
          {post.kinds.map((kind) => (
            <span key={kind.voteType ?? ''} className="row--kind">
              {kindWords(kind, words)}{' '}
              {post.kinds.length > 1 && <span className="today--share">({signed(kind.change)})</span>}
            </span>
          ))}
          <span className="row--site">{post.site.name}</span>
          <Age of={post.latest} />
        </div>
      </div>
    </li>
  );
}

/** What today brought, post by post. */
export function Today({ posts }: { posts: PostToday[] }) {
  const { words } = useLocale();
  const sum = posts.reduce((total, { change }) => total + change, 0);
  return (
    <section aria-labelledby="today">
      <h2 id="today">
        {words('reputation.today.title')} {posts.length > 0 && <Change change={sum} />}
      </h2>
      {posts.length === 0 ? (
        <p className="nothing">
          <strong>{words('reputation.today.none')}.</strong> {words('reputation.today.noneAbout')}
        </p>
      ) : (
        <ul className="rows" aria-label={words('reputation.today.byPost')}>
          {toRows(posts).map((post) => (
            <Post key={`${post.site.id} ${post.postId ?? ''}`} post={post} />
          ))}
        </ul>
      )}
    </section>
  );
}
