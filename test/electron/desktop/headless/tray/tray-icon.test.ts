import { describe, expect, it } from 'vitest';
import type { TrayStatus } from '../../../../../electron/desktop/desktop.ts';
import { bellPixels } from '../../../../../electron/desktop/headless/tray/tray-icon.ts';

describe('the bell', () => {
  const statuses: TrayStatus[] = ['attention', 'offline', 'paused', 'unread', 'idle'];

  it('looks different in every state, at the smallest size too', () => {
    const pictures = statuses.map((status) => bellPixels(status, 16).argb.toString('base64'));
    expect(new Set(pictures).size).toBe(statuses.length);
  });

  it.each([16, 22, 48] as const)(
    'has clear corners, some body and the same picture in both byte orders at %i px',
    (size) => {
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
    },
  );
});
