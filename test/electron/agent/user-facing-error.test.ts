import { expect, test } from 'vitest';
import { ENGLISH } from '../../../common/i18n/localized-text.ts';
import { networkRefusal } from '../../../electron/agent/user-facing-error.ts';
import { NetworkError } from '../../../electron/api/network.ts';

test('what the network itself said of a refusal stands between the reason and the advice', () => {
  const error = new NetworkError('bad-key', 'for the log', { said: '`key` has expired.' });
  expect(networkRefusal(error, ENGLISH)).toEqual({
    message: 'The network does not accept the key.',
    advice: 'The network said: “`key` has expired”. Enter it again, or generate a new one.',
  });
});

test('one that said nothing is not quoted', () => {
  expect(networkRefusal(new NetworkError('offline', 'for the log'), ENGLISH)).toEqual({
    message: 'The network cannot be reached.',
    advice: 'Check your connection.',
  });
});

test('one that was cancelled is no fault of the network', () => {
  expect(networkRefusal(new NetworkError('cancelled', 'for the log'), ENGLISH)).toEqual({
    message: 'The request was cancelled.',
    advice: 'Try again in a moment.',
  });
});
