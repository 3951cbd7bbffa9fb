import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TrayMenuItem } from '../../../../electron/desktop/desktop.ts';
import { menuLabel, menuTree, nodesById } from '../../../../electron/desktop/headless/dbus-menu.ts';

const { item } = fc.letrec<{ item: TrayMenuItem }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 3 },
    fc.record({
      type: fc.constant('action' as const),
      label: fc.string(),
      command: fc.constant({ do: 'sync-now' as const }),
      enabled: fc.boolean(),
    }),
    fc.record({ type: fc.constant('label' as const), label: fc.string() }),
    fc.constant({ type: 'separator' as const }),
    fc.record({
      type: fc.constant('submenu' as const),
      label: fc.string(),
      items: fc.array(tie('item'), { maxLength: 4 }),
    }),
  ),
}));

const count = (items: TrayMenuItem[]): number =>
  items.reduce((sum, each) => sum + 1 + (each.type === 'submenu' ? count(each.items) : 0), 0);

describe('menu layout', () => {
  it('gives every entry an id of its own, none of them used before', () => {
    fc.assert(
      fc.property(fc.array(item), fc.array(item), (first, second) => {
        const one = menuTree(first, 1);
        const two = menuTree(second, one.nextId);
        const ids = [...nodesById(one.root).keys(), ...nodesById(two.root).keys()].filter((id) => id !== 0);
        expect(new Set(ids).size).toBe(count(first) + count(second));
      }),
    );
  });

  it('shows every label as it is written', () => {
    fc.assert(
      fc.property(fc.string(), (label) => {
        expect(menuLabel(label).replaceAll('__', '_')).toBe(label);
      }),
    );
    expect(menuLabel('a_b__c')).toBe('a__b____c');
  });
});
