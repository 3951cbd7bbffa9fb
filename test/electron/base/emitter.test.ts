import { expect, it } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLog } from '../../../electron/base/log.ts';

it('tells who listens, in the order of their coming, though one of them throws, and nobody who has ceased to', () => {
  const logged: string[] = [];
  const log = { ...silentLog, error: (message: string) => void logged.push(message) };
  const events = new Emitter<{ polled: number; stopped: void }>(log);
  const heard: number[] = [];
  const unsubscribe = events.on('polled', (detail) => heard.push(detail));
  events.on('polled', () => {
    throw new Error('a bug');
  });
  events.on('polled', (detail) => heard.push(-detail));
  events.emit('polled', 3);
  unsubscribe();
  events.emit('polled', 4);
  expect(heard).toEqual([3, -3, -4]);
  expect(logged[0]).toMatch(/^A listener to polled failed: Error: a bug/);
  expect(logged).toHaveLength(2);
});
