/** Why a request that the user triggered failed, with advice. */
export const clickRequest = {
  trouble: {
    offline: 'The network cannot be reached. Check your connection, then try again.',
    throttled: 'The network asked for a pause.',
    'quota-exhausted': 'The daily quota is used up. Askbell carries on when the network resets it.',
    'signed-out': 'You are signed out. Sign in, then try again.',
    'bad-key': 'The network does not recognise this key. Choose the network again and enter the client id and key.',
    'not-offered': 'This network does not offer that.',
    failed: 'The network’s answer makes no sense. The problem is on its side; try again later.',
    blocked: 'The network’s bot protection blocks requests from this computer for a while. Try again later.',
    portal: 'A log-in page of this Wi-Fi or company network answered. Log in there, then try again.',
  },
  said: 'The network said: “{{said}}”.',
  retry: 'Try again',
  retryIn: 'You can try again in {{wait}}.',
  loading: 'Asking the network…',
};
