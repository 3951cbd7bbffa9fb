import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ActionError } from '../../../sandbox/world/world.ts';
import { brokenRules, noon, openSmallWorld } from './small-world.ts';

const site = fc.constantFrom('one', 'two');
const userId = fc.constantFrom(1, 1, 2, 2, 3, 4, 5, 6);
/** Few enough that actions meet, one of them unknown. */
const postId = fc.constantFrom(1, 1, 2, 2, 3, 4, 11, 11, 12, 12, 13, 14, 15, 16);
/** Noon of the first day to noon of the fourth. */
const at = fc.integer({ min: noon, max: noon + 3 * 86_400 });
const body = fc.constantFrom('<p>plain</p>', '@AnaSousa yes', '@Bo & @Chen', 'a &lt; b', '');

const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      site,
      userId,
      at,
      tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c++', 'c#'), { maxLength: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('answer' as const), site, userId, questionId: postId, body, at }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('comment' as const), site, userId, postId, body, at }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('vote' as const),
      site,
      userId: userId,
      postId,
      direction: fc.constantFrom('up' as const, 'down' as const),
      at,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('accept' as const, 'unaccept' as const), site, answerId: postId, at }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('awardBounty' as const), site, answerId: postId, at }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('close' as const),
      site,
      questionId: postId,
      userId,
      reason: fc.constant('Duplicate'),
      at,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const), site, questionId: postId, at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), site, postId, userId, at }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit' as const), site, userId, postId, body, at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('retag' as const),
      site,
      userId,
      questionId: postId,
      tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c++', 'd'), { maxLength: 4 }),
      at,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('read' as const), site, userId, at }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('bounty' as const),
      site,
      questionId: postId,
      userId,
      amount: fc.constantFrom(50, 50, 50, 100, 7),
      at,
    }),
  },
);

it('holds its rules whatever people do, in whatever order', () => {
  const done = new Set<string>();
  fc.assert(
    fc.property(fc.array(action, { minLength: 20, maxLength: 80, size: 'max' }), (actions) => {
      const world = openSmallWorld();
      try {
        // Something to stumble over from the start, and enough reputation for bounties.
        for (const key of ['one', 'two']) {
          const first = world.actions.ask({
            site: key,
            userId: 1,
            title: 'First',
            body: '<p>b</p>',
            tags: ['a'],
            at: noon,
          });
          const second = world.actions.answer({ site: key, userId: 2, questionId: first, body: '<p>b</p>', at: noon });
          for (const voterId of [3, 4, 5])
            for (const id of [first, second])
              world.actions.vote({ site: key, userId: voterId, postId: id, direction: 'up', at: noon });
          world.actions.accept({ site: key, answerId: second, at: noon });
          for (let count = 0; count < 8; count += 1) {
            const id = world.actions.ask({
              site: key,
              userId: 2,
              title: 'More',
              body: '<p>b</p>',
              tags: ['b'],
              at: noon,
            });
            world.actions.vote({ site: key, userId: 4, postId: id, direction: 'up', at: noon });
          }
        }
        for (const each of actions) {
          try {
            if (each.kind === 'ask') world.actions.ask({ ...each, title: 'T', body: '<p>b</p>' });
            else if (each.kind === 'answer') world.actions.answer(each);
            else if (each.kind === 'comment') world.actions.comment(each);
            else if (each.kind === 'vote') world.actions.vote(each);
            else if (each.kind === 'close') world.actions.close(each);
            else if (each.kind === 'reopen') world.actions.reopen(each);
            else if (each.kind === 'remove') world.actions.remove(each);
            else if (each.kind === 'bounty') world.actions.bounty(each);
            else if (each.kind === 'edit') world.actions.edit(each);
            else if (each.kind === 'retag') world.actions.retag(each);
            else if (each.kind === 'read') world.actions.read(each);
            else world.actions[each.kind](each);
            done.add(each.kind);
          } catch (error) {
            expect(error).toBeInstanceOf(ActionError);
          }
        }
        expect(brokenRules(world)).toEqual({});
      } finally {
        world.close();
      }
    }),
    { numRuns: 250, seed: 20261122 },
  );
  expect([...done].toSorted()).toEqual([
    'accept',
    'answer',
    'ask',
    'awardBounty',
    'bounty',
    'close',
    'comment',
    'edit',
    'read',
    'remove',
    'reopen',
    'retag',
    'unaccept',
    'vote',
  ]);
});
