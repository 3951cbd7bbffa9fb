import { expect, test } from 'vitest';
import { networkFromChoice, pushAddressOf } from '../../../../electron/agent/accounts/networks.ts';

const own = { apiBaseUrl: 'https://api.example', authUrl: 'https://example', clientId: '1', key: 'k' };
const other = { kind: 'other', name: 'Mine', ...own } as const;

test('Stack Exchange has a socket, also for those who signed in before Askbell knew of it', () => {
  const { network } = networkFromChoice({ kind: 'stackexchange', clientId: '1' });
  expect(network).not.toHaveProperty('socketUrl');
  // Living network, "Push", with the page that alone has the numbers of sites.
  expect(pushAddressOf(network, 'specification')).toEqual({
    socket: 'wss://qa.sockets.stackexchange.com/',
    siteList: 'https://meta.stackexchange.com/topbar/site-switcher/site-list',
  });
});

test("no other network at Stack Exchange's name is listened to at its socket", () => {
  const choice = { kind: 'stackexchange', clientId: '1', apiBaseUrl: 'https://api.example' } as const;
  expect(pushAddressOf(networkFromChoice(choice).network, 'public')).toBeUndefined();
});

test('the demo network has one where it is like the public service, a network of the specification has none', () => {
  const { network } = networkFromChoice({ kind: 'demo' });
  const running = { ...network, apiBaseUrl: 'http://127.0.0.1:4000' };
  expect(pushAddressOf(running, 'specification')).toBeUndefined();
  expect(pushAddressOf(network, 'public')).toBeUndefined();
  expect(pushAddressOf(running, 'public')).toEqual({
    socket: 'ws://127.0.0.1:4000',
    siteList: 'http://127.0.0.1:4000/topbar/site-switcher/site-list',
  });
  expect(pushAddressOf(networkFromChoice(other).network, 'public')).toBeUndefined();
});

test('another network has one where its address was given', () => {
  const { network } = networkFromChoice({ ...other, socketUrl: 'wss://push.example' });
  expect(pushAddressOf(network, 'specification')).toEqual({ socket: 'wss://push.example', siteList: undefined });
});
