import { expect, test } from 'vitest';
import { createRevisionWriter } from '../../../sandbox/dump/tables/post-history.ts';
import { openWorld } from '../../../sandbox/world/world.ts';
import { noon } from '../support/network.ts';
import { rows } from '../support/rows.ts';

const world = openWorld({ file: ':memory:', seed: 0, clock: { now: () => noon }, content: 'none' });
const write = createRevisionWriter(world.db, 1);
const day = (number: number) => `2019-03-0${number}T00:00:00.000`;
const at = (number: number) => Date.parse(`${day(number)}Z`) / 1000;

test('entries with one guid are one revision, later ones others; what is no edit is passed over', () => {
  write(['2', '7', day(1), 'One & two\n\nthree', undefined, 'AB-1', '5']);
  write(['1', '7', day(1), 'A title', undefined, 'AB-1', '5']);
  write(['3', '7', day(1), '<verbs><c++>', undefined, 'AB-1', '5']);
  write(['8', '7', day(2), 'back', 'undone', 'cd-2', undefined, 'Gone']);
  write(['10', '7', day(3), '{}', '101', 'ef-3', '5']);
  write(['5', '7', day(3), 'no guid']);
  const found = rows(world, 'SELECT * FROM revisions ORDER BY created_at');
  const texts = { title: 'A title', body: '<p>One &amp; two</p>\n<p>three</p>', tags: '|verbs|c++|' };
  expect(found).toMatchObject([
    { guid: 'ab-1', post_id: 7, user_id: 5, created_at: at(1), is_rollback: 0, ...texts },
    { user_id: null, user_name: 'Gone', comment: 'undone', is_rollback: 1, title: null },
  ]);
});

test('an approved suggestion is kept once, by its number, as that of its proposer', () => {
  const comment = 'Proposed by 12 approved by 3, 4 edit id of 99';
  for (const number of [1, 2]) write(['24', '7', day(number), undefined, comment, `x-${number}`, '12']);
  write(['24', '7', day(1), undefined, 'nothing known', 'x-3', '12']);
  expect(rows(world, 'SELECT id, post_id, user_id, created_at, approved_at, rejected_at FROM suggested_edits')).toEqual(
    [{ id: 99, post_id: 7, user_id: 12, created_at: at(1), approved_at: at(1), rejected_at: null }],
  );
});
