import { describe, expect, test } from 'vitest';
import { deepLinkIn, ownArguments } from '../../../../electron/desktop/electron/command-line.ts';
import { parseOptions } from '../../../../electron/options.ts';

describe('the command line inside Electron', () => {
  test('a development start leaves out the binary and the app folder', () => {
    expect(ownArguments(['/x/electron', '/x/askbell', '--demo', '--data-dir', '/tmp/d'], true)).toEqual([
      '--demo',
      '--data-dir',
      '/tmp/d',
    ]);
  });

  test('a packaged start leaves out the program only', () => {
    expect(ownArguments(['/opt/Askbell/askbell', '--hidden'], false)).toEqual(['--hidden']);
  });

  test('switches that are for Chromium or Node do not count as wrong options', () => {
    const argv = [
      '/x/electron',
      '--inspect=0',
      '--remote-debugging-port=0',
      '--no-sandbox',
      '--ozone-platform=wayland',
      '.',
      '--disable-gpu',
      '--password-store=basic',
      '--demo',
    ];
    expect(parseOptions(ownArguments(argv, true)).demo).toBe(true);
  });

  test('an unknown option still is one', () => {
    expect(() => parseOptions(ownArguments(['/x/electron', '.', '--demmo'], true))).toThrow(/demmo/);
  });

  test('leaves out the address that the system opens Askbell with, and tells it by itself', () => {
    const argv = ['/opt/Askbell/askbell', '--hidden', 'askbell://localhost/signed-in?code=c&state=s'];
    expect(ownArguments(argv, false)).toEqual(['--hidden']);
    expect(deepLinkIn(argv)).toBe('askbell://localhost/signed-in?code=c&state=s');
    expect(deepLinkIn(['/opt/Askbell/askbell', '--data-dir', '/home/askbell'])).toBeUndefined();
  });
});
