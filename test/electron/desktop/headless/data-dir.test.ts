import { describe, expect, it } from 'vitest';
import { dataDirFor } from '../../../../electron/desktop/headless/data-dir.ts';

describe('where data is kept', () => {
  const linux = { platform: 'linux' as const, home: '/home/ada' };

  it.each([
    [{}, '/home/ada/.config/askbell'],
    [{ XDG_CONFIG_HOME: '/etc/ada' }, '/etc/ada/askbell'],
    [{ XDG_CONFIG_HOME: 'relative' }, '/home/ada/.config/askbell'],
    [{ XDG_CONFIG_HOME: '' }, '/home/ada/.config/askbell'],
  ])('finds the place of Linux with %j', (env, place) => expect(dataDirFor(undefined, { ...linux, env })).toBe(place));

  it('finds the place of macOS', () => {
    const place = '/Users/ada/Library/Application Support/askbell-headless';
    expect(dataDirFor(undefined, { platform: 'darwin', home: '/Users/ada', env: {} })).toBe(place);
  });

  it('takes the place that was asked for', () => {
    expect(dataDirFor('/elsewhere', { ...linux, env: { XDG_CONFIG_HOME: '/etc/ada' } })).toBe('/elsewhere');
  });
});
