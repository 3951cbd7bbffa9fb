import { fc, it } from '@fast-check/vitest';
import { expect } from 'vitest';
import type { Desktop, DesktopNotification, TrayView } from '../../electron/desktop/desktop.ts';
import { withPlainText, withPrintedNotifications } from '../../electron/assemble.ts';

/** A NUL, colours of a terminal, a C1 command, a reversed direction, a line separator, half a character. */
const ODD = 'a\u0000b\u001b[31mc\u009b2Jd\u202ee\u2066f\u2028g\ud800';
const STEERING = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;

it.prop([fc.string({ unit: fc.constantFrom(...ODD, '\n', '\u2029', '\u061c') })])(
  'lets no character out that steers or that a message bus refuses, whatever was sent',
  async (text) => {
    const printed: string[] = [];
    const shown: DesktopNotification[] = [];
    const views: TrayView[] = [];
    const desktop: Partial<Desktop> = {
      notify: async (one) => void shown.push(one),
      setTray: (one) => void views.push(one),
    };
    const plain = withPlainText(withPrintedNotifications(desktop as Desktop, (line) => void printed.push(line)));
    const actions = [{ id: 'open' as const, label: text }];
    await plain.notify({ id: 7, kind: 'inbox', title: text, body: `${text}\n${text}`, silent: false, actions });
    const label = { type: 'label' as const, label: text };
    const action = { type: 'action' as const, label: text, command: { do: 'quit' as const } };
    const submenu = { type: 'submenu' as const, label: text, items: [label] };
    plain.setTray({ status: 'unread', unread: 1, tooltip: text, menu: [label, action, submenu] });
    const { title, body, actions: offered } = shown[0]!;
    const { tooltip, menu } = views[0]!;
    const texts = [title, ...body.split('\n'), ...offered.map((one) => one.label), tooltip, JSON.stringify(menu)];
    for (const told of [...texts, printed[0]!.trimEnd()]) {
      expect(told).not.toMatch(STEERING);
      // JSON writes what it may not hold as an escape.
      expect(told).not.toMatch(/\\u[0-9a-f]{4}/);
      expect(told.isWellFormed()).toBe(true);
    }
    expect(JSON.parse(JSON.stringify(menu))).toMatchObject(
      [label.type, action.type, 'submenu'].map((type) => ({ type })),
    );
  },
);
