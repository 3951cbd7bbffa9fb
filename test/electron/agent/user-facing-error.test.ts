import { expect, test } from 'vitest';
import { ENGLISH } from '../../../common/i18n/localized-text.ts';
import { networkRefusal } from '../../../electron/agent/user-facing-error.ts';
import { NetworkError } from '../../../electron/api/network.ts';

test('what the network itself said of a refusal stands between the reason and the advice', () => {
  const error = new NetworkError('bad-key', 'for the log', { said: '`key` has expired.' });
  expect(networkRefusal(error, ENGLISH)).toEqual({
    message: 'The network does not accept the key. Enter it again, or generate a new one.',
    advice: 'The network said: “`key` has expired”. Try again in a moment.',
  });
});

test('one that said nothing is not quoted', () => {
  expect(networkRefusal(new NetworkError('offline', 'for the log'), ENGLISH)).toEqual({
    message: 'The network cannot be reached. Check your connection.',
    advice: 'Try again in a moment.',
  });
});

test('one that was cancelled is no fault of the network', () => {
  const { message } = networkRefusal(new NetworkError('cancelled', 'for the log'), ENGLISH);
  expect(message).toBe('The request was cancelled.');
});
