import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import mutations from '../../bench/mutants/mutations.json' with { type: 'json' };
import { namesFailure } from '../../bench/support/command.ts';
import manifest from '../../package.json' with { type: 'json' };

const named = mutations.map((mutation, index) => [`${index + 1}: ${mutation.what}`, mutation] as const);

it.each(named)('mutation %s has its place in today’s sources', (_name, { file, text, replacement, command }) => {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(source.split(text)).toHaveLength(2);
  expect(replacement).not.toBe(text);
  expect(Object.keys(manifest.scripts)).toContain(command.split(' ')[0]);
});

it.each<[boolean, string, string]>([
  [true, 'a summary with failures', '{"command":"soak","passed":false,"failures":["heap_mb grows"]}\n'],
  [true, 'a test', '\u001B[41m FAIL \u001B[49m \u001B[42m shared \u001B[49m test/common/dates.test.ts > a date\n'],
  [true, 'a test of Playwright', '  1) [working] › xss.spec.ts:12:1 › shows no HTML of others\n'],
  [false, 'only what it could not wait for', '{"command":"torture","passed":false,"error":"The start took longer."}\n'],
  [false, 'nothing', 'npm error code ENOENT\n'],
])('is noticed (%j) by a command that names %s', (noticed, _what, out) => expect(namesFailure(out)).toBe(noticed));
