import fc from 'fast-check';
import { RowScanner } from '../../sandbox/dump/xml/rows.ts';
import { mutatedText, oddText } from './arbitraries.ts';
import { assert, assertPrototypes, inTime, property } from './property.ts';

const COLUMNS = ['Id', 'Title', 'Body'];
const FILE = `\ufeff<?xml version="1.0" encoding="utf-8"?>
<posts>
  <row Id="1" Title="a &amp; b" Body="&lt;p&gt;x&#xA;&lt;/p&gt;" />
  <!-- <row Id="2" /> -->
  <row Id='3' Other="y" Title="&quot;" /><row Id="4"></row>
  <![CDATA[ <row Id="5" /> ]]>
</posts>`;

interface Scanned {
  rows: (string | undefined)[][];
  broken: number[];
}

function scan(pieces: readonly string[]): Scanned {
  const scanned: Scanned = { rows: [], broken: [] };
  const scanner = new RowScanner(COLUMNS, {
    row: (values) => void scanned.rows.push([...values]),
    broken: (_why, number) => void scanned.broken.push(number),
  });
  for (const piece of pieces) scanner.push(piece);
  scanner.end();
  return scanned;
}

property({
  name: 'dump',
  holds: 'rows come out the same however the file is cut, each is read or called broken, and it takes no time',
  input: fc.record({
    text: fc.oneof(mutatedText(fc.constant(FILE)), mutatedText(fc.constant(`${FILE}${FILE}`)), oddText),
    cuts: fc.array(fc.nat(2000), { maxLength: 5 }),
  }),
  check({ text, cuts }) {
    const whole = inTime('scanning', () => scan([text]));
    assertPrototypes();
    const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length];
    const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
    assert(JSON.stringify(scan(pieces)) === JSON.stringify(whole), 'a cut file reads otherwise');
    assert(
      whole.rows.every((row) => row.length === COLUMNS.length),
      'a row has another number of values',
    );
  },
});
