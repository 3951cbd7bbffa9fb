import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TrayMenuItem, TrayStatus } from '../../../../../electron/desktop/desktop.ts';
import {
  menuLabel,
  menuTree,
  nodesById,
  pickProperties,
} from '../../../../../electron/desktop/headless/tray/menu-layout.ts';
import { bellPixels } from '../../../../../electron/desktop/headless/tray/tray-pixels.ts';

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

  it('gives only the properties that are asked for', () => {
    expect(pickProperties({ label: 'a', enabled: true }, ['enabled', 'visible'])).toEqual({ enabled: true });
    expect(pickProperties({ label: 'a', enabled: true }, [])).toEqual({ label: 'a', enabled: true });
  });
});

describe('the bell', () => {
  const statuses: TrayStatus[] = ['attention', 'offline', 'paused', 'unread', 'idle'];

  it('looks different in every state, at the smallest size too', () => {
    const pictures = statuses.map((status) => bellPixels(status, 16).argb.toString('base64'));
    expect(new Set(pictures).size).toBe(statuses.length);
  });

  it.each([16, 22, 48])('has clear corners, some body and the same picture in both byte orders at %i px', (size) => {
    for (const status of statuses) {
      const { argb, rgba } = bellPixels(status, size);
      const alphas = Array.from({ length: size * size }, (_, pixel) => argb[pixel * 4] ?? 0);
      expect(alphas[0]).toBe(0);
      expect(alphas[size * size - 1]).toBe(0);
      const covered = alphas.filter((alpha) => alpha > 128).length / alphas.length;
      expect(covered).toBeGreaterThan(0.2);
      expect(covered).toBeLessThan(0.8);
      for (let at = 0; at < argb.length; at += 4)
        expect([argb[at + 1], argb[at + 2], argb[at + 3], argb[at]]).toEqual([...rgba.subarray(at, at + 4)]);
    }
  });
});
