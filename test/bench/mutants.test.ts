import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import mutations from '../../bench/mutants/mutations.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };

const named = mutations.map((mutation, index) => [`${index + 1}: ${mutation.what}`, mutation] as const);

it.each(named)('mutation %s has its place in today’s sources', (_name, { file, text, replacement, command }) => {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(source.split(text)).toHaveLength(2);
  expect(replacement).not.toBe(text);
  expect(Object.keys(manifest.scripts)).toContain(command.split(' ')[0]);
});
