import fc from 'fast-check';
import { scanRows } from '../sandbox/support/scan-rows.ts';
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

property({
  name: 'dump',
  holds: 'rows come out the same however the file is cut, each is read or called broken, and it takes no time',
  input: fc.record({
    text: fc.oneof(mutatedText(fc.constant(FILE)), mutatedText(fc.constant(`${FILE}${FILE}`)), oddText),
    cuts: fc.array(fc.nat(2000), { maxLength: 5 }),
  }),
  check({ text, cuts }) {
    const whole = inTime('scanning', () => scanRows(text, COLUMNS));
    assertPrototypes();
    assert(JSON.stringify(scanRows(text, COLUMNS, cuts)) === JSON.stringify(whole), 'a cut file reads otherwise');
    for (const { values } of whole.rows) assert(values.length === COLUMNS.length, 'a row has another number of values');
  },
});
