import { expect, it } from 'vitest';
import { listsChangedBy } from '../../../../electron/agent/services/changed-lists.ts';

it.each([
  ['inbox', ['inbox']],
  ['accounts', ['reputation', 'sites']],
  ['sites', ['inbox', 'reputation', 'watches', 'sites']],
  ['reputation:loops', ['reputation']],
  ['history:loops', ['reputation']],
  ['badges:loops', []],
  ['questions:loops', ['watches', 'inbox']],
  ['scored:loops', ['watches', 'inbox']],
  ['featured:loops', ['watches', 'inbox']],
] as const)('the poll of %s changes %j', (stream, lists) => {
  expect(listsChangedBy(stream)).toEqual(lists);
});
