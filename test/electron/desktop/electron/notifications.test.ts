import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Emitter } from '../../../../electron/base/emitter.ts';
import { silentLog } from '../../../../electron/base/log.ts';
import type { DesktopEvents } from '../../../../electron/desktop/desktop.ts';
import { Notifier } from '../../../../electron/desktop/electron/notifications.ts';

const native = vi.hoisted(() => ({ answer: 'show' as 'show' | 'failed' | 'nothing' }));

vi.mock('electron', () => ({
  Notification: class extends EventEmitter {
    static isSupported() {
      return true;
    }

    show() {
      if (native.answer !== 'nothing') this.emit(native.answer, {}, 'switched off');
    }

    close() {}
  },
}));

const notifier = new Notifier(new Emitter<DesktopEvents>(silentLog), 'icon.png');
const notify = () =>
  notifier.notify({ id: 1, kind: 'inbox', title: 'New answer', body: '', silent: false, actions: [] });
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('notifications of Electron leave no timer behind once the desktop showed or refused one', async () => {
  native.answer = 'show';
  await notify();
  expect(vi.getTimerCount()).toBe(0);
  native.answer = 'failed';
  await expect(notify()).rejects.toThrow('The system refused the notification: switched off.');
  expect(vi.getTimerCount()).toBe(0);
});

it('notifications of Electron count as shown after two seconds where the desktop confirms none', async () => {
  native.answer = 'nothing';
  const shown = notify();
  await vi.advanceTimersByTimeAsync(2_000);
  await shown;
  expect(vi.getTimerCount()).toBe(0);
});
