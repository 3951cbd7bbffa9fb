import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notificationLine } from '../../../../../electron/desktop/headless/notifications/notification-line.ts';

describe('notifications on the terminal', () => {
  const at = new Date(2026, 0, 5, 9, 4);

  it('are one line with time, title and text', () => {
    expect(notificationLine({ title: 'New answer', body: 'Try this\n\nor  that' }, at)).toBe(
      '[09:04] New answer – Try this · or that',
    );
    expect(notificationLine({ title: 'New answer', body: '' }, at)).toBe('[09:04] New answer');
  });

  it('cannot steer the terminal, whatever the network sends', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (title, body) => {
        expect(notificationLine({ title, body }, at)).not.toMatch(/[\p{Cc}\u202e\u2028]/u);
      }),
    );
    expect(notificationLine({ title: '\u001b[31mred\u001b[0m\r', body: '\u202etxt' }, at)).toBe(
      '[09:04] [31mred [0m – txt',
    );
  });
});
