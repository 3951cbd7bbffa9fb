import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../../common/durations.ts';
import { ForwardTarget } from '../../../../common/schemas/forwarding.ts';
import { collectedFor, forwards, targetsNow } from '../../../../electron/agent/forwarding/rules.ts';

const target = (given: Partial<ForwardTarget> = {}) =>
  ForwardTarget.parse({ id: 't', kind: 'email', address: 'smtps://example.org', ...given });

describe('rules of forwarding', () => {
  it.each([
    ['always', [true, true, true]],
    ['away', [false, true, false]],
    ['quiet', [false, false, true]],
  ] as const)('%s', (when, expected) => {
    const moments = [{}, { isAway: true }, { isQuiet: true }];
    const found = moments.map((now) => targetsNow([target({ when })], { isAway: false, isQuiet: false, ...now }));
    expect(found.map(({ length }) => length > 0)).toEqual(expected);
  });

  it.each([
    [{}, 'inbox', [], true],
    [{ kinds: ['badges'] }, 'inbox', [], false],
    [{ sites: ['net/boats'] }, 'inbox', [], true],
    [{ sites: ['other/boats', 'net/beds'] }, 'inbox', [], false],
    [{ watches: ['w1'] }, 'questions', ['w2', 'w1'], true],
    [{ watches: ['w1'] }, 'questions', ['w2'], false],
    [{ watches: ['w1'] }, 'inbox', [], true],
    [{ watches: ['w1'], sites: ['net/beds'] }, 'questions', ['w1'], false],
  ] as const)('%j lets %s of the watches %j through: %s', (rule, kind, watchIds, is) => {
    const given = target({ ...rule } as Partial<ForwardTarget>);
    expect(forwards(given, 'net')(kind)({ site: { id: 'boats' }, watchIds })).toBe(is);
  });

  it('collect mails only', () => {
    expect(collectedFor(target({ digest: 'hour' }))).toBe(HOUR_MS);
    expect(collectedFor(target({ digest: 'hour', kind: 'webhook' }))).toBe(0);
  });
});
