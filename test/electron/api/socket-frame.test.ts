import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFrame } from '../../../electron/api/socket.ts';

describe('a frame', () => {
  // Living network, "Push": data is JSON encoded twice; some handlers see it parsed: accept both.
  test.each(['{"a":1}', { a: 1 }])('tells the same in either encoding: %j', (data) => {
    expect(readFrame(JSON.stringify({ action: '1-topbar', data }))).toEqual({
      kind: 'news',
      topic: '1-topbar',
      data: { a: 1 },
    });
  });

  test.each(['hb', 'pong'])('of a heartbeat has data to send back: %s', (data) => {
    expect(readFrame(JSON.stringify({ action: 'hb', data }))).toEqual({ kind: 'heartbeat', data });
  });

  test.each([
    '',
    'pong',
    '[]',
    'null',
    '{"action":1}',
    '{"action":"x","data":"{"}',
    '{"action":"x"}',
    '{"action":"hb"}',
  ])('that is none is none: %s', (text) => expect(readFrame(text)).toBeUndefined());

  test('is read or not, and never fails, whatever comes', () => {
    const frames = fc.record({ action: fc.string(), data: fc.jsonValue() }).map((each) => JSON.stringify(each));
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json(), frames), (text) => void readFrame(text)));
    expect(readFrame(JSON.stringify({ action: 'x', data: 'x'.repeat(100_000) }))).toBeUndefined();
  });
});
