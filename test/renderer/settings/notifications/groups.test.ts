import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { Settings } from '../../../../common/contract/contract.ts';
import { NOTIFICATION_REASONS } from '../../../../common/notification-reasons.ts';
import { exceptionsIn, GROUP_NAMES, isOn, withGroup } from '../../../../renderer/settings/notifications/groups.ts';

type Choice = Pick<Settings, 'notify' | 'mutedReasons'>;
const anyChoice: fc.Arbitrary<Choice> = fc.record({
  notify: fc.record({
    inbox: fc.boolean(),
    reputation: fc.boolean(),
    questions: fc.boolean(),
    badges: fc.boolean(),
  }),
  mutedReasons: fc.uniqueArray(fc.constantFrom(...NOTIFICATION_REASONS)),
});
const all: Choice = {
  notify: { inbox: true, reputation: true, questions: true, badges: true },
  mutedReasons: [],
};

describe('groups of notifications', () => {
  it.prop([anyChoice, fc.constantFrom(...GROUP_NAMES), fc.boolean()])(
    'go on and off alone, whatever was chosen before',
    (before, name, on) => {
      const after = { ...before, ...withGroup(before, name, on) };
      expect(isOn(after, name)).toBe(on);
      for (const other of GROUP_NAMES.filter((one) => one !== name)) {
        expect(isOn(after, other)).toBe(isOn(before, other));
        expect(exceptionsIn(after, other)).toEqual(exceptionsIn(before, other));
      }
      expect(after.notify.questions).toBe(before.notify.questions);
      expect(new Set(after.mutedReasons).size).toBe(after.mutedReasons.length);
    },
  );

  it('keep their exceptions while their whole kind is off', () => {
    const before: Choice = {
      ...all,
      mutedReasons: ['downvote', 'followed', 'moderator', 'chat', 'otherItem', 'comment'],
    };
    for (const name of ['replies', 'reputation'] as const) {
      const off = { ...before, ...withGroup(before, name, false) };
      const on = { ...off, ...withGroup(off, name, true) };
      expect(exceptionsIn(on, name)).toEqual(exceptionsIn(before, name));
      expect(isOn(on, 'others')).toBe(false);
    }
  });

  it('come back whole where each of their reasons was muted', () => {
    const before: Choice = { ...all, mutedReasons: ['answer', 'comment', 'mention', 'chat'] };
    expect(isOn(before, 'replies')).toBe(false);
    expect(withGroup(before, 'replies', true).mutedReasons).toEqual(['chat']);
  });
});
