import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../common/durations.ts';
import { releaseMemoryRegularly } from '../../electron/headless.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A window whose pages come and leave as the test says. */
const someWindow = () => {
  let tell: () => void = () => undefined;
  return {
    connectedPages: 0,
    onLastPageLeft: (listener: () => void) => void (tell = listener),
    come() {
      this.connectedPages = 1;
    },
    leave() {
      this.connectedPages = 0;
      tell();
    },
  };
};

it('gives memory back after the start, four times an hour, and once for all pages that left, but while none is open', () => {
  const window = someWindow();
  let collected = 0;
  releaseMemoryRegularly(window, () => void (collected += 1));
  vi.advanceTimersByTime(MINUTE_MS);
  expect(collected).toBe(1);
  vi.advanceTimersByTime(HOUR_MS);
  expect(collected).toBe(5);
  window.come();
  vi.advanceTimersByTime(HOUR_MS);
  expect(collected).toBe(5);
  for (let page = 0; page < 5; page += 1) {
    window.come();
    vi.advanceTimersByTime(1000);
    window.leave();
  }
  vi.advanceTimersByTime(MINUTE_MS);
  expect(collected).toBe(6);
});

it('does nothing where the collector cannot be had', () => {
  releaseMemoryRegularly(someWindow());
  expect(vi.getTimerCount()).toBe(0);
});
