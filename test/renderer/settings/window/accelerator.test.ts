import { expect, it } from 'vitest';
import { acceleratorOf, asKeys } from '../../../../renderer/settings/window/accelerator.ts';

const press = (key: string, code: string, part: Partial<Parameters<typeof acceleratorOf>[0]> = {}) =>
  acceleratorOf({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...part });

it('keys pressed together are a shortcut once a modifier and another key are among them', () => {
  expect(press('a', 'KeyA', { ctrlKey: true })).toBe('CommandOrControl+A');
  expect(press('A', 'KeyA', { ctrlKey: true, shiftKey: true })).toBe('CommandOrControl+Shift+A');
  // What Alt makes of a letter does not matter.
  expect(press('å', 'KeyA', { altKey: true })).toBe('Alt+A');
  expect(press('ArrowUp', 'ArrowUp', { altKey: true })).toBe('Alt+Up');
  expect(press(' ', 'Space', { metaKey: true })).toBe('CommandOrControl+Space');
  expect(press('Shift', 'ShiftLeft', { shiftKey: true })).toBeUndefined();
  expect(press('a', 'KeyA')).toBeUndefined();
  expect(press('A', 'KeyA', { shiftKey: true })).toBeUndefined();
  expect(asKeys('CommandOrControl+Shift+Up')).toBe('Mod+Shift+ArrowUp');
});
