import { expect, it } from 'vitest';
import { dataDirFor } from '../../../../electron/desktop/headless/data-dir.ts';

const linux = { platform: 'linux' as const, home: '/home/ada' };

it.each([
  [{}, '/home/ada/.config/askbell'],
  [{ XDG_CONFIG_HOME: '/etc/ada' }, '/etc/ada/askbell'],
  [{ XDG_CONFIG_HOME: 'relative' }, '/home/ada/.config/askbell'],
  [{ XDG_CONFIG_HOME: '' }, '/home/ada/.config/askbell'],
])('where data is kept: finds the place of Linux with %j', (env, place) =>
  expect(dataDirFor(undefined, { ...linux, env })).toBe(place),
);

it('where data is kept: finds the place of macOS', () => {
  const place = '/Users/ada/Library/Application Support/askbell-headless';
  expect(dataDirFor(undefined, { platform: 'darwin', home: '/Users/ada', env: {} })).toBe(place);
});

it('where data is kept: takes the place that was asked for', () => {
  expect(dataDirFor('/elsewhere', { ...linux, env: { XDG_CONFIG_HOME: '/etc/ada' } })).toBe('/elsewhere');
});
