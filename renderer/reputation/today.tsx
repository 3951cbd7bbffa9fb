import type { PostToday } from '../../common/contract/contract.ts';
import { useLocale } from '../appearance/language.tsx';
import { Change } from '../widgets/change.tsx';
import { ChangeRow } from './change-row.tsx';
import { kindWords } from './change-words.ts';
import { titleOf, toRows, type TodayRow } from './today-rows.ts';

/** Which kinds of votes a post got, and what each brought where there are several. */
function Kinds({ kinds }: Pick<TodayRow, 'kinds'>) {
  const { words, signed } = useLocale();
  return kinds.map((kind) => (
    <span key={kind.voteType ?? ''}>
      {kindWords(kind, words)} {kinds.length > 1 && `(${signed(kind.change)})`}
    </span>
  ));
}

/** What today brought, post by post. */
export function Today({ posts }: { posts: PostToday[] }) {
  const { words } = useLocale();
  const sum = posts.reduce((total, { change }) => total + change, 0);
  return (
    <section className="today" aria-labelledby="today">
      <h2 id="today">
        {words('reputation.todayTitle')} {posts.length > 0 && <Change change={sum} />}
      </h2>
      {posts.length === 0 ? (
        <p className="hint">
          {words('reputation.todayNone')}. {words('reputation.todayNoneAbout')}
        </p>
      ) : (
        <ul aria-label={words('reputation.todayByPost')}>
          {toRows(posts).map((post) => (
            <ChangeRow
              key={`${post.site.id} ${post.postId ?? ''}`}
              {...post}
              title={titleOf(post, words)}
              link={post.link}
              why={<Kinds kinds={post.kinds} />}
              at={post.latest}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
