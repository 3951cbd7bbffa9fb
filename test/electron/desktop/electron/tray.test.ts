import type { NativeImage } from 'electron';
import { describe, expect, test, vi } from 'vitest';
import type { TrayCommand } from '../../../../electron/desktop/desktop.ts';
import { menuLabel, menuTemplate } from '../../../../electron/desktop/electron/tray.ts';

vi.mock('electron', () => ({ Menu: {}, nativeImage: {}, Tray: undefined }));

describe('the tray menu in Electron', () => {
  test('every action, however deep, hands over its own command', () => {
    const chosen: TrayCommand[] = [];
    const template = menuTemplate(
      [
        { type: 'action', label: 'Why is my loop slow?', command: { do: 'open-item', key: 'a' }, icon: 'question' },
        { type: 'separator' },
        { type: 'label', label: 'Reputation today: +15' },
        {
          type: 'submenu',
          label: 'Snooze',
          items: [{ type: 'action', label: '1 hour', command: { do: 'snooze', for: '1-hour' } }],
        },
        { type: 'action', label: 'Mark all read', command: { do: 'mark-all-read' }, enabled: false },
      ],
      (command) => chosen.push(command),
      (name) => ({ picture: name }) as unknown as NativeImage,
    );
    expect(template.map((item) => item.icon)).toEqual([{ picture: 'question' }, ...Array(4)]);
    expect(template.map((item) => [item.type ?? 'item', item.label, item.enabled])).toEqual([
      ['item', 'Why is my loop slow?', true],
      ['separator', undefined, undefined],
      ['item', 'Reputation today: +15', false],
      ['item', 'Snooze', undefined],
      ['item', 'Mark all read', false],
    ]);
    const submenu = template[3]?.submenu;
    for (const item of [template[0], Array.isArray(submenu) ? submenu[0] : undefined])
      (item?.click as (() => void) | undefined)?.();
    expect(chosen).toEqual([
      { do: 'open-item', key: 'a' },
      { do: 'snooze', for: '1-hour' },
    ]);
  });

  test('an ampersand in a title stays one', () => expect(menuLabel('C&C and R&D')).toBe('C&&C and R&&D'));
});
