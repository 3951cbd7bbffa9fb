import { describe, expect, it } from 'vitest';
import { dataDirFor } from '../../../../electron/desktop/headless/data-dir.ts';

describe('where data is kept', () => {
  const linux = { platform: 'linux' as const, home: '/home/ada' };

  it.each([
    [{ ...linux, env: {} }, '/home/ada/.config/askbell'],
    [{ ...linux, env: { XDG_CONFIG_HOME: '/etc/ada' } }, '/etc/ada/askbell'],
    [{ ...linux, env: { XDG_CONFIG_HOME: 'relative' } }, '/home/ada/.config/askbell'],
    [{ ...linux, env: { XDG_CONFIG_HOME: '' } }, '/home/ada/.config/askbell'],
    [
      { platform: 'darwin' as const, home: '/Users/ada', env: {} },
      '/Users/ada/Library/Application Support/askbell-headless',
    ],
  ])('finds the place of the system', (surroundings, place) => {
    expect(dataDirFor(undefined, surroundings)).toBe(place);
  });

  it('takes the place that was asked for', () => {
    expect(dataDirFor('/elsewhere', { ...linux, env: { XDG_CONFIG_HOME: '/etc/ada' } })).toBe('/elsewhere');
  });
});
