import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DEEP_LINK_SCHEME } from '../../../../electron/desktop/electron/installation.ts';

it('the uninstaller for Windows takes away the scheme that Askbell registers at a start', () => {
  const lines = readFileSync('build/packages/electron/uninstall.nsh', 'utf8').split('\n');
  expect(lines.map((line) => line.trim())).toContain(`DeleteRegKey HKCU "Software\\Classes\\${DEEP_LINK_SCHEME}"`);
});
