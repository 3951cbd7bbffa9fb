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

it('gives memory back soon after the start and four times an hour, and never while a page is open', () => {
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
});

it('gives back soon what pages needed, once for all that came and left', () => {
  const window = someWindow();
  let collected = 0;
  releaseMemoryRegularly(window, () => void (collected += 1));
  vi.advanceTimersByTime(MINUTE_MS);
  for (let page = 0; page < 5; page += 1) {
    window.come();
    vi.advanceTimersByTime(1000);
    window.leave();
  }
  vi.advanceTimersByTime(MINUTE_MS);
  expect(collected).toBe(2);
});

it('does nothing where the collector cannot be had', () => {
  releaseMemoryRegularly(someWindow());
  expect(vi.getTimerCount()).toBe(0);
});
