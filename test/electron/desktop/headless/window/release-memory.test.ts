import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../../../common/durations.ts';
import { releaseMemoryRegularly } from '../../../../../electron/desktop/headless/window/release-memory.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('gives memory back soon after the start and four times an hour, and never while a page is open', () => {
  const window = { connectedPages: 0 };
  let collected = 0;
  releaseMemoryRegularly(window, () => void (collected += 1));
  vi.advanceTimersByTime(MINUTE_MS);
  expect(collected).toBe(1);
  vi.advanceTimersByTime(HOUR_MS);
  expect(collected).toBe(5);
  window.connectedPages = 1;
  vi.advanceTimersByTime(HOUR_MS);
  expect(collected).toBe(5);
});

it('does nothing where the collector cannot be had', () => {
  releaseMemoryRegularly({ connectedPages: 0 });
  expect(vi.getTimerCount()).toBe(0);
});
