import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { builtInClients, CLIENT_ID_VARIABLE, writeBuiltInClients } from '../../../build/bundle/networks.ts';
import { readBuiltInClients } from '../../../electron/assemble.ts';
import { silentLog, type Log } from '../../../electron/base/log.ts';
import committed from '../../../build/networks.json' with { type: 'json' };
import { temporaryFolder } from '../../support/temporary-folder.ts';

const networks = (clientId: string) => ({ stackexchange: { clientId } });

describe('the client ids of a build', () => {
  let folder: string;
  beforeEach(() => void (folder = temporaryFolder()));

  it('come from the file, or from the environment before it', () => {
    expect(builtInClients(networks(' 4711 '), {})).toEqual({ stackexchange: '4711' });
    expect(builtInClients(networks('4711'), { [CLIENT_ID_VARIABLE]: '4712' })).toEqual({ stackexchange: '4712' });
    expect(builtInClients(networks(''), {})).toEqual({});
    expect(builtInClients(networks('4711'), { [CLIENT_ID_VARIABLE]: '' })).toEqual({});
  });

  it('are nothing but client ids: a key or a secret fails the build', () => {
    for (const more of [{ key: 'abc((' }, { clientSecret: 's' }, { client_secret: 's' }])
      expect(() => builtInClients({ stackexchange: { clientId: '1', ...more } }, {})).toThrow();
    expect(() => builtInClients(networks('1'), { [CLIENT_ID_VARIABLE]: 'not an id' })).toThrow(CLIENT_ID_VARIABLE);
    expect(builtInClients(committed, {})).toBeDefined();
  });

  it('are written by the build where the shells read them', () => {
    const [from, to] = [join(folder, 'networks.json'), join(folder, 'app', 'networks.json')];
    writeFileSync(from, JSON.stringify(networks('4711')));
    writeBuiltInClients(from, to);
    expect(readBuiltInClients(to, silentLog)).toEqual({ stackexchange: '4711' });
  });

  it('are none where the build wrote nothing, or nothing that can be read, which the log tells', () => {
    const warnings: string[] = [];
    const log: Log = { ...silentLog, warn: (line) => void warnings.push(line) };
    expect(readBuiltInClients(join(folder, 'missing.json'), log)).toEqual({});
    expect(warnings).toEqual([]);
    writeFileSync(join(folder, 'broken.json'), '{');
    expect(readBuiltInClients(join(folder, 'broken.json'), log)).toEqual({});
    expect(warnings).toHaveLength(1);
  });
});
