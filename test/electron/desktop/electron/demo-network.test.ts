import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { demoArguments, readReady } from '../../../../electron/desktop/demo-process.ts';

const ready = { apiBaseUrl: 'http://127.0.0.1:4000/api', authUrl: 'http://127.0.0.1:4000' };
const line = JSON.stringify(ready);

describe('the demo network as a process', () => {
  test('its command line carries the app, the data file, the speed and the likeness', () => {
    expect(
      demoArguments({
        dataFile: '/d/demo.sqlite',
        port: 4010,
        speed: 2.5,
        like: 'public',
        app: { clientId: 'c', key: 'k', domain: '127.0.0.1' },
      }),
    ).toEqual([
      '--port',
      '4010',
      '--db',
      '/d/demo.sqlite',
      '--speed',
      '2.5',
      '--like',
      'public',
      '--app',
      'client_id=c,key=k,domain=127.0.0.1,name=Askbell',
    ]);
  });

  test('the ready line is found between other output', () => {
    expect(readReady(`{"level":30}\nwarming up\n${line}\n`)).toEqual(ready);
    expect(readReady('{"apiBaseUrl":"nonsense","authUrl":1}\n')).toBeUndefined();
  });

  test('however the output is cut, it is found as soon as it is whole and not before', () => {
    fc.assert(
      fc.property(fc.nat(line.length), (cut) => {
        expect(readReady(line.slice(0, cut))).toEqual(cut === line.length ? ready : undefined);
      }),
    );
  });
});
