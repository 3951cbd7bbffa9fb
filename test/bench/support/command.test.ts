import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { z } from 'zod';
import { OptionError, readOptions, runCommand } from '../../../bench/support/command.ts';
import { COMMANDS, type Command } from '../../../bench/support/commands.ts';

const run = promisify(execFile);

describe('the options of a command', () => {
  const command = {
    about: 'Kills it.',
    options: {
      kills: z.coerce.number().int().min(1).max(100).default(50),
      speed: z.coerce.number().min(0).max(10).optional(),
      only: z.array(z.string()).default([]),
      path: z.string().optional(),
      sizes: z.string().regex(/^\d+$/).optional().describe('a number of things'),
      parts: z
        .array(z.enum(['one', 'other']))
        .optional()
        .describe('one or other'),
      short: z.boolean().default(false),
    },
  } satisfies Command;

  it('are what is given, and the usual where nothing is', () => {
    expect(readOptions([], command)).toEqual({ kills: 50, only: [], short: false });
    expect(
      readOptions(['--kills', '7', '--speed=0.5', '--only', 'a', '--only', 'b', '--path', 'c', '--short'], command),
    ).toEqual({ kills: 7, speed: 0.5, only: ['a', 'b'], path: 'c', short: true });
    expect(readOptions(['--sizes', '5', '--parts', 'one'], command)).toMatchObject({ sizes: '5', parts: ['one'] });
    expect(readOptions(['--help'], command)).toBeUndefined();
  });

  it.each<[string[], RegExp]>([
    [['--kills', '0'], /--kills takes a whole number from 1 to 100, not "0"/],
    [['--kills', '1.5'], /whole number/],
    [['--kills', 'many'], /not "many"/],
    [['--speed', '11'], /--speed takes a number from 0 to 10/],
    [['--sizes', 'many'], /--sizes cannot be "many": a number of things\./],
    [['--parts', 'third'], /--parts cannot be \["third"\]: one or other\./],
    [['--kill', '3'], /kill/],
    [['3'], /3/],
  ])('are refused by name: %j', (args, why) => {
    expect(() => readOptions(args, command)).toThrow(OptionError);
    expect(() => readOptions(args, command)).toThrow(why);
  });
});

it('a command ends with 2 for an option that it does not have', async () => {
  const { pathname } = new URL('../../../bench/torture/main.ts', import.meta.url);
  await expect(run(process.execPath, [pathname, '--nonsense'])).rejects.toMatchObject({ code: 2 });
});

describe('a command', () => {
  let write: MockInstance<typeof process.stdout.write>;
  const fails = () => Promise.reject(new Error('The start took longer.'));
  beforeEach(() => void (write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)));
  afterEach(() => write.mockRestore());

  it.each(Object.keys(COMMANDS) as (keyof typeof COMMANDS)[])('%s names each option in its help', async (name) => {
    await runCommand(name, fails, ['--help']);
    for (const option of Object.keys(COMMANDS[name].options))
      expect(write.mock.lastCall?.[0]).toContain(`--${option} `);
  });

  it('that cannot go on ends with a summary that says why, and with its error', async () => {
    await expect(runCommand('torture', fails, [])).rejects.toThrow('The start took longer.');
    expect(write.mock.lastCall?.[0]).toBe('{"command":"torture","passed":false,"error":"The start took longer."}\n');
  });
});
