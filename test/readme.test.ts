import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
const looks = readFileSync('test/e2e/looks.spec.ts', 'utf8');

/** What the README shows of the window, by the addresses of its pictures. */
const pictures = [...readme.matchAll(/ (?:src|srcset)="([^"]+)"/g)].map(([, address = '']) => address);

describe('the README', () => {
  it('shows only pictures that a test takes of the window, and compares with it', () => {
    expect(pictures.length).toBeGreaterThan(1);
    for (const picture of pictures) {
      const [, sight] = /^test\/e2e\/screens\/(.+)-\d+-(?:light|dark)\.png$/.exec(picture) ?? [];
      expect(sight, picture).toBeDefined();
      expect(looks, picture).toContain(`name: '${sight}'`);
      expect(existsSync(picture), picture).toBe(true);
    }
  });

  it('leads nowhere in this repository that is not there', () => {
    const links = [...readme.matchAll(/(?<!!)\[[^\]]+\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(
      ([, address = '']) => address,
    );
    expect(links.filter((address) => !existsSync(address))).toEqual([]);
  });
});
