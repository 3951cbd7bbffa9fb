import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')];
const ROOMS = /^(?:common|electron|renderer|sandbox|build|bench|test|docs|\.vscode)\//;

/** Paths in backquotes that begin with a room, and the files that links lead to. */
function pathsIn(document: string): string[] {
  const text = readFileSync(document, 'utf8');
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path]) => path!).filter((path) => ROOMS.test(path));
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path]) => join(dirname(document), path!));
  return [...quoted, ...linked];
}

/** Commands such as `npm run dev`, by their script. */
const scriptsIn = (document: string) =>
  [...readFileSync(document, 'utf8').matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script!);

describe.each(DOCUMENTS)('%s', (document) => {
  it('names paths that are there', () => expect(pathsIn(document).filter((path) => !existsSync(path))).toEqual([]));

  it('names scripts that are there', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    expect(scriptsIn(document).filter((script) => !(script in scripts))).toEqual([]);
  });
});

it('CONTRIBUTING.md leads from about twenty wishes to a place', () => {
  const table = readFileSync('CONTRIBUTING.md', 'utf8').split('## I want to change …')[1]!.split('\n## ')[0]!;
  expect(table.match(/^\| (?!…|---)/gm)?.length).toBeGreaterThanOrEqual(20);
  expect(pathsIn('CONTRIBUTING.md').length).toBeGreaterThan(60);
});

it('README.md shows only pictures that a test takes of the window, and compares with it', () => {
  const addresses = readFileSync('README.md', 'utf8').matchAll(/ (?:src|srcset)="([^"]+)"/g);
  const pictures = [...addresses].map(([, address]) => address!);
  expect(pictures.length).toBeGreaterThan(1);
  const looks = readFileSync('test/e2e/looks.spec.ts', 'utf8');
  for (const picture of pictures) {
    const [, sight] = /^test\/e2e\/screens\/(.+)-\d+-(?:light|dark)\.png$/.exec(picture) ?? [];
    expect(sight, picture).toBeDefined();
    expect(looks, picture).toContain(`name: '${sight}'`);
    expect(existsSync(picture), picture).toBe(true);
  }
});
