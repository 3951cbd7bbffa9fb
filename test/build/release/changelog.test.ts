import { readFileSync } from 'node:fs';
import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { KINDS, notesOf, problemsOf, released } from '../../../build/release/changelog.ts';
import { ReleaseError } from '../../../build/release/command.ts';

const CHANGELOG = `# Changelog

What it is.

## [Unreleased]

### Added

- A thing
  over two lines.

### Fixed

- Another.

## [1.2.0] - 2026-01-31

### Changed

- Before.

[Unreleased]: #unreleased
[1.2.0]: #120---2026-01-31
`;

it('the changelog of this project has the form that a release is made of', () => {
  expect(problemsOf(readFileSync('CHANGELOG.md', 'utf8'))).toEqual([]);
});

describe('a changelog', () => {
  it('gets a version with its day, and an empty place for what comes next', () => {
    expect(released(CHANGELOG, '1.3.0', '2026-02-01')).toBe(
      CHANGELOG.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [1.3.0] - 2026-02-01\n').replace(
        '[1.2.0]: #',
        '[1.3.0]: #130---2026-02-01\n[1.2.0]: #',
      ),
    );
  });

  it('tells of one version what stands under it, and nothing of its neighbours', () => {
    expect(notesOf(CHANGELOG, '1.2.0')).toBe('### Changed\n\n- Before.');
    expect(() => notesOf(CHANGELOG, '1.3.0')).toThrow(ReleaseError);
    const prerelease = '## [1.3.0-beta.1] - 2026-02-01\n\n### Added\n\n- x\n';
    expect(() => notesOf(prerelease, '1.3.0-beta.1')).toThrow('is a prerelease');
  });

  it.each([
    ['1.2.0', 'does not come after 1.2.0'],
    ['1.1.9', 'does not come after 1.2.0'],
    ['0.9.0', 'does not come after 1.2.0'],
    ['1.3.0-beta.1', '1.3.0-beta.1 is a prerelease'],
    ['v1.3.0', 'is no version'],
    ['1.3', 'is no version'],
    ['next', 'is no version'],
  ])('takes no version %s: it %s', (version, why) =>
    expect(() => released(CHANGELOG, version, '2026-02-01')).toThrow(why),
  );

  it('is not released twice with nothing between', () => {
    const once = released(CHANGELOG, '1.3.0', '2026-02-01');
    expect(() => released(once, '1.4.0', '2026-02-02')).toThrow('nothing to release');
  });

  const entry = fc.stringMatching(/^[a-z`*()[\]# .]{1,40}$/).map((text) => `- x${text}`);
  const section = fc.record({
    kind: fc.constantFrom(...KINDS),
    entries: fc.array(entry, { minLength: 1, maxLength: 4 }),
  });
  it.prop([fc.array(section, { minLength: 1, maxLength: 4 })])(
    'loses no line and gains none but the heading and its link, whatever is written in it',
    (sections) => {
      const body = sections.map(({ kind, entries }) => `### ${kind}\n\n${entries.join('\n')}`).join('\n\n');
      const text = `# Changelog\n\n## [Unreleased]\n\n${body}\n\n[Unreleased]: #unreleased\n`;
      const after = released(text, '1.0.0', '2026-02-01');
      expect(notesOf(after, '1.0.0')).toBe(body.trim());
      expect(problemsOf(after)).toEqual([]);
    },
  );

  it.each([
    ['a kind that is none of the six', '## [Unreleased]\n\n### Improved\n\n- x\n', 'unknown kind "Improved"'],
    ['entries under no kind', '## [Unreleased]\n\n- x\n', 'under no kind'],
    ['a version without its day', '## [Unreleased]\n\n## [1.0.0]\n\n### Added\n\n- x\n', 'has no date'],
    ['no place for what comes next', '## [1.0.0] - 2026-01-01\n\n### Added\n\n- x\n', 'is not [Unreleased]'],
  ])('is refused with %s', (_what, text, problem) => expect(problemsOf(text).join('\n')).toContain(problem));
});
