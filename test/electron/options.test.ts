import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { redact, redacted } from '../../electron/base/log.ts';
import {
  COMMANDS,
  EXIT_CODES,
  helpText,
  loginArguments,
  OPTIONS,
  OptionsError,
  parseOptions,
} from '../../electron/options.ts';

describe('options', () => {
  it('have defaults', () => {
    expect(parseOptions([])).toEqual({
      demo: false,
      printNotifications: false,
      hidden: false,
      panel: false,
      dataDir: undefined,
      port: 0,
      demoSpeed: 1,
      demoLike: 'specification',
      doctor: false,
      status: false,
      open: false,
      json: false,
      help: false,
      version: false,
    });
  });

  it('are read', () => {
    expect(
      parseOptions([
        '--demo',
        '--print-notifications',
        '--data-dir',
        'x',
        '--port=8080',
        '--demo-speed',
        '2.5',
        '--like',
        'public',
        '--hidden',
        '--panel',
      ]),
    ).toMatchObject({
      demo: true,
      printNotifications: true,
      dataDir: 'x',
      port: 8080,
      demoSpeed: 2.5,
      demoLike: 'public',
      hidden: true,
      panel: true,
    });
  });

  it.each([
    ['--nope'],
    ['--port', '70000'],
    ['--port', 'abc'],
    ['--demo-speed', '0'],
    ['--demo-speed', 'fast'],
    ['--like', 'nothing'],
    ['--json'],
    ['stray'],
    ['status', 'stray'],
    ['open', 'stray'],
    ['open', '--json'],
    ['open', '--doctor'],
    ['status', '--doctor'],
  ])('refuse %s %s with a clear word', (...args) => {
    expect(() => parseOptions(args)).toThrow(OptionsError);
  });

  it('take the doctor, whose own option goes with it only, and the help names every option', () => {
    expect(parseOptions(['--doctor', '--json'])).toMatchObject({ doctor: true, json: true });
    for (const option of ['--doctor', '--json']) expect(helpText('clone')).toContain(`  ${option} `);
  });

  it('and commands are all listed by help, which is asked for like a command or an option', () => {
    for (const args of [['help'], ['--help'], ['status', '--help']]) expect(parseOptions(args).help).toBe(true);
    for (const kind of ['clone', 'installed', 'server'] as const) {
      for (const { name } of COMMANDS) expect(helpText(kind)).toMatch(new RegExp(`^  ${name} `, 'm'));
      for (const { name } of OPTIONS) expect(helpText(kind)).toMatch(new RegExp(`^  --${name} `, 'm'));
    }
    expect(() => parseOptions(['halp'])).toThrow(
      `Askbell has no command "halp"; it has: ${COMMANDS.map(({ name }) => name).join(', ')}.`,
    );
  });

  it('are kept for the next login where they say on what Askbell works', () => {
    expect(loginArguments(parseOptions(['--demo', '--data-dir', 'my bell', '--port', '8080']), '/home/ada')).toEqual([
      '--hidden',
      '--data-dir',
      '/home/ada/my bell',
      '--port',
      '8080',
    ]);
    expect(loginArguments(parseOptions(['--data-dir', '/data']), '/home/ada')).toEqual([
      '--hidden',
      '--data-dir',
      '/data',
    ]);
    expect(loginArguments(parseOptions([]), '/home/ada')).toEqual(['--hidden']);
    expect(parseOptions(loginArguments(parseOptions(['--port', '1']), '/'))).toMatchObject({ hidden: true, port: 1 });
  });

  it('are all in the help', () => {
    for (const name of [
      '--demo',
      '--demo-speed',
      '--print-notifications',
      '--hidden',
      '--data-dir',
      '--port',
      '--help',
      '--version',
    ])
      expect(helpText('installed')).toContain(name);
  });
});

describe('exit codes', () => {
  it('are in the help and in the documentation, each with its meaning', () => {
    const documented = readFileSync(new URL('../../docs/install.md', import.meta.url), 'utf8');
    const rows = documented.split('\n').filter((line) => /^\| \d \|/.test(line));
    for (const [column, codes] of [EXIT_CODES.run, EXIT_CODES.doctor, EXIT_CODES.open, EXIT_CODES.status].entries())
      for (const [code, meaning] of codes) {
        expect(helpText('installed').replaceAll(/\s+/g, ' ')).toContain(`${code} ${meaning}`);
        expect(rows[code]?.split('|').map((cell) => cell.trim())[column + 2]).toBe(meaning);
      }
  });
});

describe('log', () => {
  it('lets no token or key through, in an address or in JSON', () => {
    const said: string[] = [];
    const log = redacted({
      info: (text) => said.push(text),
      warn: (text) => said.push(text),
      error: (text) => said.push(text),
    });
    log.info('GET https://api.example/2.3/me?site=a&access_token=s3cret)(&key=k3y');
    log.warn('landed at https://x/oauth/login_success#access_token=s3cret&state=1');
    log.error('{"access_token": "s3cret", "key":"k3y"}');
    expect(said.join('\n')).not.toMatch(/s3cret|k3y/);
    expect(redact('site=a&page=2')).toBe('site=a&page=2');
  });
});
