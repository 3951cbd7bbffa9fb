import { expect, test } from 'vitest';
import { neverTell, redact } from '../../../electron/base/log.ts';

test('a secret that this process holds stands in no redacted text, however it is written there', () => {
  neverTell('Zq8)(k é/+=secret');
  for (const form of ['Zq8)(k é/+=secret', encodeURIComponent('Zq8)(k é/+=secret'), 'Zq8%29%28k+%C3%A9%2F%2B%3Dsecret'])
    expect(redact(`it said "${form}" twice: ${form}`)).toBe('it said "[redacted]" twice: [redacted]');
});

test('what is too short to be a secret stays as it is', () => {
  neverTell('inbox');
  neverTell('');
  expect(redact('the inbox of https://example.org/inbox')).toBe('the inbox of https://example.org/inbox');
});
