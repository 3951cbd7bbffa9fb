import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPaths } from '../../../../sandbox/api/query/paths.ts';

const templates = [
  '/users',
  '/users/{ids}',
  '/users/moderators',
  '/users/moderators/elected',
  '/users/{ids}/answers',
  '/users/{id}/tags/{tags}/top',
  '/tags/{tags}/info',
  '/badges/{ids}/recipients',
  '/badges/recipients',
];
const find = createPaths(templates.map((template) => [template, template] as const));

test.each([
  ['/users', '/users', {}],
  ['/users/1;2', '/users/{ids}', { ids: '1;2' }],
  ['/users/moderators', '/users/moderators', {}],
  ['/users/moderators/elected', '/users/moderators/elected', {}],
  ['/users/moderators/answers', '/users/{ids}/answers', { ids: 'moderators' }],
  ['/users/7/tags/c%2B%2B;c%23/top', '/users/{id}/tags/{tags}/top', { id: '7', tags: 'c++;c#' }],
  ['/tags/a%2Fb/info', '/tags/{tags}/info', { tags: 'a/b' }],
  ['/badges/recipients', '/badges/recipients', {}],
  ['/badges/recipients/recipients', '/badges/{ids}/recipients', { ids: 'recipients' }],
])('%s leads to %s', (path, target, vectors) => {
  expect(find(path)).toEqual({ target, vectors });
});

test.each([
  '',
  '/',
  '/user',
  '/users/',
  '/Users',
  '/users//answers',
  '/users/%zz',
  '/users/1/answers/',
  `/users/${'1'.repeat(4001)}`,
])('%j leads nowhere', (path) => {
  expect(find(path)).toBeUndefined();
});

test('whatever stands in a vector comes out of it', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 50, unit: 'grapheme' }), (ids) => {
      fc.pre(ids.isWellFormed() && !['moderators'].includes(ids));
      expect(find(`/users/${encodeURIComponent(ids)}/answers`)).toEqual({
        target: '/users/{ids}/answers',
        vectors: { ids },
      });
    }),
  );
});
