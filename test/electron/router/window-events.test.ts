import { expect, it } from 'vitest';
import type { AppState } from '../../../common/contract/contract.ts';
import { Emitter, type AgentEvents } from '../../../electron/agent/context.ts';
import { createWindowEvents, watchState } from '../../../electron/router/window-events.ts';
import { silentLog } from '../../../electron/base/log.ts';

it('keeps the last state only for a window that does not read, and nothing once it is closed', async () => {
  const events = new Emitter<AgentEvents>(silentLog);
  const published = createWindowEvents(events);
  const closing = new AbortController();
  const states = watchState(published, closing.signal);
  for (let n = 0; n < 500; n++) events.emit('state', () => ({ version: String(n) }) as AppState);
  expect((await states.next()).value).toEqual({ version: '499' });
  closing.abort();
  await expect(states.next()).rejects.toThrow();
  expect(published.size).toBe(0);
});
