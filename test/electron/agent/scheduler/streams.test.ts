import { beforeEach, describe, expect, it } from 'vitest';
import { watchOf as watch } from '../../../support/watch.ts';
import { openProfile, type History, type ProfileHistory } from '../../../support/profile.ts';
import { StreamStates } from '../../../../electron/agent/scheduler/stream-states.ts';
import { SettingsStore, type StoredWatch } from '../../../../electron/store/settings.ts';
import { streamsUnderTest } from './streams-under-test.ts';

const [minute, hour] = [60_000, 3600_000];
const start = Date.UTC(2026, 5, 1);

let history: History;
let profile: ProfileHistory;
beforeEach(() => void ({ history, profile } = openProfile()));

const made = () => {
  const settings = new SettingsStore({ path: '', store: {} });
  const { streams, states, learner } = streamsUnderTest(profile, settings, start);
  const list = (watches: StoredWatch[]) => {
    settings.change({ watches });
    return streams.list();
  };
  const of = (watches: StoredWatch[], id: string) => list(watches).find((stream) => stream.id === id);
  return { states, learner, list, of };
};

it('the list of streams follows each change of a stream', () => {
  const { states, learner, of } = made();
  const watches = [watch('w', 's'), watch('v', 't')];
  const other = of(watches, 'questions:t');
  states.change('questions:s', { lastSentAt: start });
  expect(of(watches, 'questions:s')?.lastSentAt).toBe(start);
  learner.learn('questions:s', { dates: [start - 1], until: start, matches: new Map([['w', [start - 1]]]) });
  expect(of(watches, 'questions:s')?.forecast?.knownUntil).toBe(start);
  states.shiftTimes(-hour);
  expect(of(watches, 'questions:s')?.lastSentAt).toBe(start - hour);
  states.change('questions:s', { lastSentAt: start });
  states.correct(start - hour);
  expect(of(watches, 'questions:s')?.lastSentAt).toBe(start - hour);
  expect(of(watches, 'questions:t')).toEqual(other);
  learner.setNewsValue({ inbox: 1, reputation: 1, watches: 2 });
  expect(of(watches, 'questions:t')?.forecast?.value.perHour[0]).toBe(2 * other!.forecast!.value.perHour[0]!);
});

it('the list of streams follows the watches, and what is forgotten', () => {
  const { states, list, of } = made();
  const first = watch('w', 's');
  states.change('questions:s', { lastSentAt: start });
  expect(list([first]).map(({ id }) => id)).toContain('questions:s');
  states.forget('questions:s', start);
  expect(of([first], 'questions:s')?.lastSentAt).toBeUndefined();
  states.change('questions:s', { lastSentAt: start + 1 });
  expect(of([first], 'questions:s')?.lastSentAt).toBe(start + 1);
  const scored = watch('w', 's', { anyTags: ['a'], minScore: 3 });
  expect(list([scored]).map(({ id }) => id)).toContain('scored:s');
  expect(of([scored], 'questions:s')).toBeUndefined();
});

describe('the state of a stream', () => {
  let states: StreamStates;
  beforeEach(() => {
    states = new StreamStates(profile);
    states.change('inbox', { lastSentAt: start - minute });
  });

  /** What a crash would leave, which asks for no mark by its name alone. */
  const inFile = () => {
    const mark = history.file.openFile()!.prepare("SELECT value FROM marks WHERE name = 'stream:inbox'").get()!;
    return JSON.parse(String(mark['value']));
  };

  it('that each poll moves on is not written by itself, and what follows a failure is', () => {
    states.changeByPoll('inbox', { lastSentAt: start, notBefore: undefined }, start);
    expect(new StreamStates(profile).of('inbox').lastSentAt).toBe(start);
    expect(inFile()).toEqual({ lastSentAt: start - minute });
    states.change('inbox', { notBefore: start + minute });
    expect(inFile()).toEqual({ lastSentAt: start, notBefore: start + minute });
  });

  it('that waited is written when it is polled before its time, so that a crash does not begin the wait anew', () => {
    states.change('inbox', { notBefore: start + 360 * minute });
    states.changeByPoll('inbox', { lastSentAt: start, notBefore: undefined }, start);
    expect(inFile()).toEqual({ lastSentAt: start });
  });
});
