import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { helpText, loginArguments, OptionsError, parseOptions } from '../../../electron/commands/options.ts';
import { COMMANDS, EXIT_CODES, OPTIONS, optionsOf } from '../../../electron/commands/table.ts';

describe('options', () => {
  it('have defaults', () => {
    const { demoSpeed, demoLike, ...others } = parseOptions([]);
    expect({ demoSpeed, demoLike }).toEqual({ demoSpeed: 1, demoLike: 'specification' });
    expect(Object.values(others).filter(Boolean)).toEqual([]);
  });

  it('are read', () => {
    const typed =
      '--demo --print-notifications --data-dir x --port=8080 --demo-speed 2.5 --like public --hidden --panel';
    const values = { dataDir: 'x', port: 8080, demoSpeed: 2.5, demoLike: 'public' };
    const switches = { demo: true, printNotifications: true, hidden: true, panel: true };
    expect(parseOptions(typed.split(' '))).toMatchObject({ ...values, ...switches });
    expect(parseOptions(['--doctor', '--json'])).toMatchObject({ doctor: true, json: true });
  });

  const unusable = ['--nope', '--port 70000', '--port abc', '--demo-speed 0', '--demo-speed fast', '--like nothing'];
  const strays = ['stray', 'status stray', 'open 1 2', 'watch', 'watch stray', 'show'];
  const ofCommands = ['inbox --limit', 'inbox --state gone', 'mute 1 --nope'];
  const apart = ['--json', 'open --doctor', 'status --doctor'];
  it.each([...unusable, ...strays, ...ofCommands, ...apart])('refuse %s with a clear word', (typed) =>
    expect(() => parseOptions(typed.split(' '))).toThrow(OptionsError),
  );

  it('and commands are all listed by help, which is asked for like a command or an option', () => {
    for (const kind of ['clone', 'installed', 'server', 'app'] as const) {
      for (const { name } of COMMANDS) expect(helpText(kind)).toMatch(new RegExp(`^  ${name.split(' ')[0]} `, 'm'));
      for (const { name } of OPTIONS) expect(helpText(kind)).toMatch(new RegExp(`^  --${name} `, 'm'));
    }
    for (const args of [['help'], ['--help']]) expect(parseOptions(args).answer).toBe(helpText('installed'));
    const ofList = parseOptions(['watch', 'list', '--help']).answer;
    expect([parseOptions(['help', 'watch', 'list']).answer, ofList]).toEqual([ofList, expect.stringMatching('--json')]);
    expect(() => parseOptions(['watch'])).toThrow(/^say which of its commands$/);
    expect(() => parseOptions(['watch', 'lst'])).toThrow(/unknown command 'lst'/);
    expect(() => parseOptions(['forward', 'exec', 'x', '--kinds', 'all'])).toThrow(/choices are inbox, /);
    expect(() => parseOptions(['help', 'halp'])).toThrow(/no command "halp"; it has: open/);
    expect(() => parseOptions(['halp'])).toThrow(/^Askbell has no command "halp"; it has: open, status, .*, help\.$/);
  });

  it.each(COMMANDS.filter(({ name }) => name !== 'help'))('of "$name" are in its help, with an example', (command) => {
    const { answer } = parseOptions([...command.name.split(' '), '--help']);
    for (const { name } of optionsOf(command)) expect(answer).toMatch(new RegExp(`^  --${name} `, 'm'));
    expect(answer).toContain(`Example: askbell ${command.example}`);
    expect(answer).toMatch(/Exit codes: 0 .*3 it is not running/);
    const args = command.example.replace(/ > .*/, '').match(/'[^']*'|\S+/g)!;
    expect(parseOptions(args).command?.name).toBe(command.name);
  });

  it('of a command come before or after it, and several times where they are lists', () => {
    const { command, dataDir, json } = parseOptions(
      '--data-dir d --json watch add a b --not c --not d --all'.split(' '),
    );
    expect(command).toMatchObject({ name: 'watch add', args: ['a', 'b'], flags: { not: ['c', 'd'], all: true } });
    expect([dataDir, json]).toEqual(['d', true]);
    expect(parseOptions(['open', '--panel', '--data-dir', 'd'])).toMatchObject({ panel: true, dataDir: 'd' });
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
  const documented = readFileSync(new URL('../../../docs/install.md', import.meta.url), 'utf8');
  const rows = documented.split('\n').filter((line) => /^\| \d \|/.test(line));
  for (const [column, codes] of Object.values(EXIT_CODES).entries())
    for (const [code, meaning] of Object.entries(codes))
      expect(rows[Number(code)]?.split('|').map((cell) => cell.trim())[column + 2]).toBe(meaning);
});
