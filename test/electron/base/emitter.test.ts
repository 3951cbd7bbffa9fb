import { expect, it } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLog } from '../../../electron/base/log.ts';

it('tells who listens, in the order of their coming, and nobody who has ceased to', () => {
  const events = new Emitter<{ news: number }>(silentLog);
  const heard: string[] = [];
  const leave = events.on('news', (count) => heard.push(`first ${count}`));
  events.on('news', (count) => heard.push(`second ${count}`));
  events.emit('news', 1);
  leave();
  events.emit('news', 2);
  expect(heard).toEqual(['first 1', 'second 1', 'second 2']);
});
