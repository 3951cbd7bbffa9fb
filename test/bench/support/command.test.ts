import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
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

const mainOf = (name: string) =>
  new URL(`../../../bench/${name.replace('bench:', '')}/main.ts`, import.meta.url).pathname;

it.each(Object.entries<Command>(COMMANDS))(
  'npm run %s names each of its options in its help',
  async (name, command) => {
    const { stdout } = await run(process.execPath, [mainOf(name), '--help']);
    for (const option of Object.keys(command.options)) expect(stdout).toContain(`--${option} `);
  },
);

it('a command ends with 2 for an option that it does not have', async () => {
  await expect(run(process.execPath, [mainOf('torture'), '--nonsense'])).rejects.toMatchObject({ code: 2 });
});

describe('a command that cannot go on', () => {
  it('ends with a summary that says why, and with its error', async () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      const running = runCommand('torture', () => Promise.reject(new Error('The start took longer.')), []);
      await expect(running).rejects.toThrow('The start took longer.');
      expect(write.mock.lastCall?.[0]).toBe('{"command":"torture","passed":false,"error":"The start took longer."}\n');
    } finally {
      write.mockRestore();
    }
  });
});
