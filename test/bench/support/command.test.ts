import { describe, expect, it, vi } from 'vitest';
import { OptionError, readNumbers, runCommand } from '../../../bench/support/command.ts';

const options = { kills: { least: 1, most: 100, usual: 50 }, speed: { least: 0, most: 10, usual: 1, fraction: true } };

describe('the options of a command', () => {
  it('are what is given, and the usual where nothing is', () => {
    expect(readNumbers([], options)).toEqual({ kills: 50, speed: 1 });
    expect(readNumbers(['--kills', '7', '--speed=0.5'], options)).toEqual({ kills: 7, speed: 0.5 });
    expect(readNumbers(['--help'], options)).toBeUndefined();
  });

  it('are refused by name where they are no such numbers', () => {
    const refused: [string[], RegExp][] = [
      [['--kills', '0'], /--kills takes a whole number from 1 to 100, not "0"/],
      [['--kills', '1.5'], /whole number/],
      [['--kills', '1e1'], /not "1e1"/],
      [['--speed', '11'], /--speed takes a number from 0 to 10/],
      [['--kill', '3'], /kill/],
      [['3'], /3/],
    ];
    for (const [args, why] of refused) {
      expect(() => readNumbers(args, options), args.join(' ')).toThrow(OptionError);
      expect(() => readNumbers(args, options), args.join(' ')).toThrow(why);
    }
  });
});

describe('a command that cannot go on', () => {
  it('ends with a summary that says why, and with its error', async () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      const running = runCommand('torture', '', () => Promise.reject(new Error('The start took longer.')));
      await expect(running).rejects.toThrow('The start took longer.');
      expect(write.mock.lastCall?.[0]).toBe(
        '{"command":"torture","passed":false,"failures":["The start took longer."]}\n',
      );
    } finally {
      write.mockRestore();
    }
  });
});
