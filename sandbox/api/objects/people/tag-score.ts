import { nested, number, type ObjectType } from '../object-type.ts';
import { shallowUser, user } from './user.ts';

/**
 * Somebody among the best of a tag. The specification has user objects here, the public service objects of a score, a
 * number of posts and a shallow user; this carries both, so that clients of either read it. `$` is the users table with
 * `tag_score` and `tag_posts`.
 */
export const tagScore: ObjectType = {
  name: 'tag_score',
  always: ['user', 'score', 'post_count'],
  beside: user,
  fields: {
    user: nested(shallowUser),
    score: number('$.tag_score'),
    post_count: number('$.tag_posts'),
  },
};
