import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
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
    const { demoSpeed, demoLike, ...others } = parseOptions([]);
    expect({ demoSpeed, demoLike }).toEqual({ demoSpeed: 1, demoLike: 'specification' });
    expect(Object.values(others).filter(Boolean)).toEqual([]);
  });

  it('are read', () => {
    const typed =
      '--demo --print-notifications --data-dir x --port=8080 --demo-speed 2.5 --like public --hidden --panel';
    expect(parseOptions(typed.split(' '))).toMatchObject({
      demo: true,
      printNotifications: true,
      dataDir: 'x',
      port: 8080,
      demoSpeed: 2.5,
      demoLike: 'public',
      hidden: true,
      panel: true,
    });
    expect(parseOptions(['--doctor', '--json'])).toMatchObject({ doctor: true, json: true });
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
  ])('refuse %s %s with a clear word', (...args) => expect(() => parseOptions(args)).toThrow(OptionsError));

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
    const kept = (typed: string[]) => loginArguments(parseOptions(typed), '/home/ada').join('|');
    expect(kept(['--demo', '--data-dir', 'my bell', '--port', '8080'])).toBe(
      '--hidden|--data-dir|/home/ada/my bell|--port|8080',
    );
    expect(kept(['--data-dir', '/data'])).toBe('--hidden|--data-dir|/data');
    expect(kept([])).toBe('--hidden');
    expect(parseOptions(loginArguments(parseOptions(['--port', '1']), '/'))).toMatchObject({ hidden: true, port: 1 });
  });
});

it('exit codes are in the help and in the documentation, each with its meaning', () => {
  const documented = readFileSync(new URL('../../docs/install.md', import.meta.url), 'utf8');
  const rows = documented.split('\n').filter((line) => /^\| \d \|/.test(line));
  for (const [column, codes] of [EXIT_CODES.run, EXIT_CODES.doctor, EXIT_CODES.open, EXIT_CODES.status].entries())
    for (const [code, meaning] of codes) {
      expect(helpText('installed').replaceAll(/\s+/g, ' ')).toContain(`${code} ${meaning}`);
      expect(rows[code]?.split('|').map((cell) => cell.trim())[column + 2]).toBe(meaning);
    }
});
