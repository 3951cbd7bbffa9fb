import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { MEMORY_GOES_BACK } from '../../../../electron/desktop/linux/environment.ts';
import { executableFile, PROCESSORS, removeExecutables } from '../../../../build/packages/server/executable.ts';

/** The container file, as far as it can be known without building it: CI has no base image to build it on. */
const instructions = readFileSync('build/packages/server/Containerfile', 'utf8')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '');
const of = (name: string) =>
  instructions.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));

describe('the container file', () => {
  it('runs Askbell as somebody who is not root, and asks it how it is doing', () => {
    expect(of('USER')).toEqual(['askbell']);
    expect(instructions.indexOf('USER askbell')).toBeLessThan(
      instructions.findIndex((line) => line.startsWith('ENTRYPOINT')),
    );
    expect(of('ENTRYPOINT')).toEqual(['["askbell-headless"]']);
    expect(of('HEALTHCHECK')[0]).toContain('CMD askbell-headless status');
  });

  it('takes the executable alone, of each processor, and the context holds it', () => {
    const [from = ''] = of('COPY').map((line) => line.split(' ').at(-2) ?? '');
    const ignore = readFileSync('.dockerignore', 'utf8').split('\n');
    const taken = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    expect(ignore).toContain('*');
    expect(of('COPY')).toHaveLength(1);
    for (const processor of PROCESSORS) {
      const file = `out/packages/server/${basename(executableFile(processor))}`;
      expect(matchesGlob(file, from.replace('${PROCESSOR}', processor)), file).toBe(true);
      expect(
        taken.some((pattern) => matchesGlob(file, pattern)),
        file,
      ).toBe(true);
    }
  });

  it('finds one version of the executable, however many were made', () => {
    const folder = temporaryFolder();
    for (const end of ['0.0.9-linux-x64', '0.1.0-linux-x64', '0.0.9-linux-arm64'])
      writeFileSync(join(folder, `askbell-headless-${end}`), '');
    removeExecutables(folder, 'x64');
    expect(readdirSync(folder)).toEqual(['askbell-headless-0.0.9-linux-arm64']);
  });
});

const memory = Object.entries(MEMORY_GOES_BACK)
  .map(([name, value]) => `${name}=${value}`)
  .join(' ');

it.each([
  ['deb/files/askbell.service', `Environment=${memory}`],
  ['Containerfile', `ENV ${memory}`],
])('what %s starts gives memory back as a launcher would have it', (file, line) => {
  expect(readFileSync(`build/packages/server/${file}`, 'utf8').split('\n')).toContain(line);
});
