import fc from 'fast-check';
import { readFrame, siteNumbersIn } from '../../electron/api/socket.ts';
import { asJson, mutated, mutatedText, oddText } from './arbitraries.ts';
import { assert, assertPrototypes, inTime, property } from './property.ts';

const frame = fc.constantFrom<unknown>(
  { action: 'hb', data: 'hb' },
  { action: '1-topbar', data: JSON.stringify({ Inbox: { UnreadInboxCount: 3 } }) },
  { action: '1-topbar', data: { Achievements: { UnreadRepCount: 10 } } },
  { action: '3-questions-newest-tag-a', data: JSON.stringify({ id: 1, siteid: 3, tags: ['a'] }) },
);

property({
  name: 'frames',
  holds: 'a text of the socket is a heartbeat, a topic with its data, or nothing',
  input: fc.oneof(asJson(mutated(frame)), mutatedText(asJson(frame)), oddText),
  check(text) {
    const read = inTime('reading a frame', () => readFrame(text));
    assertPrototypes();
    if (!read) return;
    if (read.kind === 'heartbeat') return assert(typeof read.data === 'string', 'a heartbeat has no text');
    assert(read.data !== null && read.data !== undefined, 'news has no data');
    assert(typeof read.topic === 'string' && read.topic !== 'hb', 'news has no topic');
  },
});

const LIST =
  '<li><a href="https://s.example/" data-id="3">S</a></li><a class="x" data-id=\'7\' href="//t.example">T</a>';

property({
  name: 'site-numbers',
  holds: 'a page gives numbers of sites by their hosts, in no time',
  input: fc.oneof(
    mutatedText(fc.constant(LIST)),
    oddText,
    oddText.map((text) => `<a ${text} data-id="1"`),
  ),
  check(page) {
    const numbers = inTime('reading the list of sites', () => siteNumbersIn(page));
    for (const [host, number] of numbers)
      assert(host !== '' && Number.isSafeInteger(number) && number >= 0, `${host} has the number ${number}`);
  },
});
