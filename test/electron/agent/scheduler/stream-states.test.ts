import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StreamStates } from '../../../../electron/agent/scheduler/stream-states.ts';
import { openHistory, type History } from '../../../../electron/store/history.ts';
import type { ProfileHistory } from '../../../../electron/store/profile-history.ts';

const minute = 60_000;
const now = Date.UTC(2026, 0, 5);

describe('the state of a stream', () => {
  let history: History;
  let profile: ProfileHistory;
  let states: StreamStates;
  beforeEach(() => {
    history = openHistory(':memory:');
    profile = history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' });
    states = new StreamStates(profile);
    states.change('inbox', { lastSentAt: now - minute });
  });
  afterEach(() => history.close());

  /** What a crash would leave, which asks for no mark by its name alone. */
  const inFile = () => {
    const sqlite = history.file.openFile()!;
    return JSON.parse(String(sqlite.prepare("SELECT value FROM marks WHERE name = 'stream:inbox'").get()!['value']));
  };

  it('that each poll moves on is not written by itself, and what follows a failure is', () => {
    states.changeByPoll('inbox', { lastSentAt: now, notBefore: undefined }, now);
    expect(new StreamStates(profile).of('inbox').lastSentAt).toBe(now);
    expect(inFile()).toEqual({ lastSentAt: now - minute });
    states.change('inbox', { notBefore: now + minute });
    expect(inFile()).toEqual({ lastSentAt: now, notBefore: now + minute });
  });

  it('that waited is written when it is polled before its time, so that a crash does not begin the wait anew', () => {
    states.change('inbox', { notBefore: now + 360 * minute });
    states.changeByPoll('inbox', { lastSentAt: now, notBefore: undefined }, now);
    expect(inFile()).toEqual({ lastSentAt: now });
  });
});
