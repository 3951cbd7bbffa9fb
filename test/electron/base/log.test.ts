import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorStack } from '../../../common/error-message.ts';
import { openLogFile } from '../../../electron/base/log-file.ts';
import { neverTell, redact } from '../../../electron/base/log.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a secret that this process holds stands in no redacted text, however it is written there', () => {
  neverTell('Zq8)(k é/+=secret');
  for (const form of ['Zq8)(k é/+=secret', encodeURIComponent('Zq8)(k é/+=secret'), 'Zq8%29%28k+%C3%A9%2F%2B%3Dsecret'])
    expect(redact(`it said "${form}" twice: ${form}`)).toBe('it said "[redacted]" twice: [redacted]');
});

test('what is too short to be a secret stays as it is', () => {
  neverTell('inbox');
  neverTell('');
  expect(redact('site=a&page=2')).toBe('site=a&page=2');
  expect(redact('the inbox of https://example.org/inbox')).toBe('the inbox of https://example.org/inbox');
});

test('an error is told with all that caused it', () => {
  const error = new Error('No demo.', { cause: new Error('Not started.', { cause: 'port 1' }) });
  expect(errorStack(error)).toMatch(
    /^Error: No demo\.\n[^]*\nCaused by: Error: Not started\.\n[^]*\nCaused by: port 1$/,
  );
});

test('writes no secret to the log file', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'logs', 'askbell.log');
  const log = openLogFile(path);
  log.info('asked https://api.example/2.3/me?access_token=SESAME&key=ALIBABA');
  log.warn('landed at https://x/oauth/login_success#access_token=SESAME&state=1');
  log.error('{"access_token": "SESAME", "key":"ALIBABA"}');
  log.warn('sent Authorization: Bearer SESAME)(* to https://api.example/2.3/access-tokens/SESAME)(*/invalidate');
  await expect.poll(() => existsSync(path) && readFileSync(path, 'utf8')).toContain('redacted');
  const written = readFileSync(path, 'utf8');
  expect(written).not.toMatch(/SESAME|ALIBABA/);
  expect(written).toContain('https://api.example/2.3/me');
});

test('writes what tells of nothing wrong together with what does, or when it is asked to', async () => {
  const folder = temporaryFolder();
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
});
