import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MEMORY_GOES_BACK } from '../../../../electron/desktop/linux/memory.ts';

const settings = Object.entries(MEMORY_GOES_BACK)
  .map(([name, value]) => `${name}=${value}`)
  .join(' ');

it.each([
  ['deb/files/askbell.service', `Environment=${settings}`],
  ['Containerfile', `ENV ${settings}`],
])('what %s starts gives memory back as a launcher would have it', (file, line) => {
  expect(readFileSync(`build/packages/server/${file}`, 'utf8').split('\n')).toContain(line);
});
