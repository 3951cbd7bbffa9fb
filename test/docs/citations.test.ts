import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const SOURCES = '{common,electron,renderer,sandbox,build,bench,test}/**/*.{ts,tsx,mjs,md}';
const CITATION = /docs\/api\.md, ((?:"[^"]+"(?:,? and |, )?)+)/g;

/** A comment's lines joined, so that a citation may run over the end of a line. */
const joined = (text: string) => text.replaceAll(/\n\s*(?:\*|\/\/|#)?\s*/g, ' ');

const sections = new Set(
  [...readFileSync('docs/api.md', 'utf8').matchAll(/^## (.+)$/gm)].map(([, section]) => section!),
);

const texts = globSync(SOURCES, { exclude: ['test/docs/**'] }).map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}));

describe('citations of docs/api.md', () => {
  it('name a section that is there', () => {
    const citations = texts.flatMap(({ file, text }) =>
      [...joined(text).matchAll(CITATION)].flatMap(([, names]) =>
        [...names!.matchAll(/"([^"]+)"/g)].map(([, section]) => ({ file, section: section! })),
      ),
    );
    expect(citations.length).toBeGreaterThan(60);
    expect(citations.filter(({ section }) => !sections.has(section))).toEqual([]);
  });

  it('are the only ones: no comment cites what the repository does not hold', () => {
    const elsewhere = texts.filter(({ text }) => /public-facts|network-api|living-network/.test(text));
    expect(elsewhere.map(({ file }) => file)).toEqual([]);
  });
});
