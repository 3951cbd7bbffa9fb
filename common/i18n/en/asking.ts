/** Why the network could not be asked for something that was clicked, and what to do. */
export const asking = {
  trouble: {
    offline: 'The network cannot be reached. Check the connection, then ask again.',
    throttled: 'The network asked for a pause.',
    'quota-exhausted': 'The day’s requests are used up. Askbell goes on when the network counts anew.',
    'signed-out': 'You are signed out. Sign in again, then ask again.',
    'bad-key': 'The network does not know this key. Choose the network again and enter client id and key.',
    'not-offered': 'This network does not tell that.',
    failed: 'The network did not give a proper answer. That is its fault; ask again later.',
  },
  again: 'Ask again',
  againIn: 'It can be asked again in {{wait}}.',
  asking: 'Asking the network…',
};
