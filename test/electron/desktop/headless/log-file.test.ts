import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLogFile } from '../../../../electron/desktop/headless/log-file.ts';

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
