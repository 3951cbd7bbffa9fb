import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DesktopEvents, Presence } from '../../../../electron/desktop/desktop.ts';
import { Emitter } from '../../../../electron/base/emitter.ts';
import { silentLog } from '../../../../electron/base/log.ts';
import { ElectronPresence } from '../../../../electron/desktop/electron/presence.ts';

vi.mock('electron', () => ({ powerMonitor: undefined, net: undefined }));

/** A power monitor whose person and lock a test sets. */
class FakeMonitor extends EventEmitter {
  idleSeconds = 0;
  state: 'active' | 'idle' | 'locked' | 'unknown' = 'active';
  looks = 0;
  getSystemIdleTime = () => {
    this.looks++;
    return this.idleSeconds;
  };
  getSystemIdleState = () => this.state;
}

describe('who is there, in the Electron shell', () => {
  let monitor: FakeMonitor;
  let told: (Presence['state'] | 'online')[];
  let woke: number;
  const network = { online: true, isOnline: () => network.online };
  let presence: ElectronPresence;

  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 9) });
    monitor = new FakeMonitor();
    told = [];
    woke = 0;
    network.online = true;
    const emitter = new Emitter<DesktopEvents>(silentLog);
    emitter.on('presence', ({ state }) => told.push(state));
    emitter.on('woke', () => woke++);
    emitter.on('online', () => told.push('online'));
    presence = new ElectronPresence(emitter, monitor, network);
  });
  afterEach(() => {
    presence.stop();
    vi.useRealTimers();
  });

  test('somebody, looked for twice a minute, until five minutes pass without a touch; their return is noticed within a quarter of a minute', () => {
    expect(presence.current().state).toBe('present');
    monitor.idleSeconds = 299;
    const before = monitor.looks;
    vi.advanceTimersByTime(300_000);
    expect(monitor.looks - before).toBe(10);
    expect(told).toEqual([]);
    monitor.idleSeconds = 329;
    vi.advanceTimersByTime(30_000);
    expect(presence.current()).toEqual({ state: 'away', since: Date.now() - 329_000 });
    monitor.idleSeconds = 2;
    vi.advanceTimersByTime(15_000);
    expect(told).toEqual(['away', 'present']);
  });

  test('nobody from the lock to the unlock, whatever the idle time says of either', () => {
    monitor.emit('lock-screen');
    expect(told).toEqual(['away']);
    monitor.state = 'unknown';
    vi.advanceTimersByTime(60_000);
    expect(told).toEqual(['away']);
    monitor.idleSeconds = 4000;
    monitor.emit('unlock-screen');
    expect(told).toEqual(['away', 'present']);
  });

  test('a lock that no event tells of is found by looking, at once where it is asked for', () => {
    monitor.state = 'locked';
    expect([presence.isLocked(), presence.current().state]).toEqual([true, 'present']);
    vi.advanceTimersByTime(30_000);
    monitor.state = 'active';
    vi.advanceTimersByTime(15_000);
    expect(told).toEqual(['away', 'present']);
  });

  test('nobody while the machine sleeps, and after a wake only who touches something', () => {
    monitor.emit('suspend');
    expect(told).toEqual(['away']);
    monitor.idleSeconds = 8 * 3600;
    monitor.emit('resume');
    expect(told).toEqual(['away']);
    monitor.idleSeconds = 1;
    vi.advanceTimersByTime(15_000);
    expect(told).toEqual(['away', 'present']);
    monitor.emit('suspend');
    monitor.emit('resume');
    expect(told).toEqual(['away', 'present', 'away', 'present']);
  });

  test('a wake-up and an unlocked screen are told, and a connection that returns within five seconds', () => {
    monitor.emit('resume');
    monitor.emit('unlock-screen');
    expect(woke).toBe(2);
    network.online = false;
    vi.advanceTimersByTime(30_000);
    network.online = true;
    expect(told).toEqual([]);
    vi.advanceTimersByTime(5_000);
    expect(told).toEqual(['online']);
  });

  test('stops listening and looking', () => {
    presence.stop();
    monitor.emit('lock-screen');
    monitor.idleSeconds = 1000;
    vi.advanceTimersByTime(600_000);
    expect(told).toEqual([]);
    expect(monitor.eventNames()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
