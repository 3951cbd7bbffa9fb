import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withParts } from '../../../bench/support/document.ts';

const DOCUMENT = readFileSync('docs/scale.md', 'utf8');
const PARTS = new Map([
  [
    'Loads',
    new Map([
      ['small', { figures: { seconds: 1.23456, rss_mb: 90 }, targets: { seconds: { atMost: 2 } } }],
      ['large', { figures: { seconds: 4 }, targets: { seconds: { atMost: 2 } } }],
    ]),
  ],
]);

describe('the figures of a document', () => {
  const written = withParts(DOCUMENT, 'bench:scale', 'Measured once.', PARTS);

  it('are a table for each part, where a figure beyond its limit is bold', () => {
    expect(written).toContain(`Measured once.

### Loads

| Case | seconds | rss mb |
| --- | --- | --- |
| \`small\` | 1.235 | 90 |
| \`large\` | **4** |  |
`);
  });

  it('are replaced by the next ones, and nothing else is', () => {
    expect(withParts(written, 'bench:scale', 'Measured once.', PARTS)).toBe(written);
    expect(written.split('## Figures')[0]).toBe(DOCUMENT.split('## Figures')[0]);
  });

  it('need their place', () => {
    expect(() => withParts('# Nothing', 'bench:scale', 'Measured once.', PARTS)).toThrow('no comments');
    expect(() => withParts(DOCUMENT, 'bench:other', 'Measured once.', PARTS)).toThrow('no comments');
  });
});
