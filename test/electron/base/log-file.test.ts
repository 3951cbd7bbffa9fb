import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLogFile } from '../../../electron/base/log-file.ts';

it('writes no secret to the log file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'askbell-log-'));
  const path = join(folder, 'logs', 'askbell.log');
  const log = openLogFile(path);
  log.info('asked https://api.example/2.3/me?access_token=SESAME&key=ALIBABA');
  log.warn('{"access_token":"SESAME"}');
  log.warn('sent Authorization: Bearer SESAME)(* to https://api.example/2.3/access-tokens/SESAME)(*/invalidate');
  await expect.poll(() => existsSync(path) && readFileSync(path, 'utf8')).toContain('redacted');
  const written = readFileSync(path, 'utf8');
  expect(written).not.toMatch(/SESAME|ALIBABA/);
  expect(written).toContain('https://api.example/2.3/me');
  rmSync(folder, { recursive: true });
});

it('writes what tells of nothing wrong together with what does, or when it is asked to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'askbell-log-'));
  const path = join(folder, 'askbell.log');
  const log = openLogFile(path);
  const written = () => (existsSync(path) ? readFileSync(path, 'utf8').match(/(?:info|warn)\].*/g) : null);
  log.info('first');
  log.info('second');
  expect(written()).toBeNull();
  log.warn('third');
  expect(written()).toEqual(['info]  first', 'info]  second', 'warn]  third']);
  log.info('fourth');
  log.flush?.();
  expect(written()).toHaveLength(4);
  for (let line = 0; line < 500; line++) log.info(`line ${line}`);
  expect(written()).toHaveLength(504);
  rmSync(folder, { recursive: true });
});
