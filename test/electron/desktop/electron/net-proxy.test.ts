import { afterEach, describe, expect, test } from 'vitest';
import { proxyConfig, proxyIn, setProxy, useChosenProxy } from '../../../../electron/desktop/electron/net.ts';
import { setNodeProxy } from '../../../../electron/desktop/proxy.ts';

describe('the proxy', () => {
  const configs: unknown[] = [];
  const session = {
    setProxy: async (config: unknown) => void configs.push(config),
    closeAllConnections: async () => void configs.push('closed'),
  } as unknown as Electron.Session;
  afterEach(() => setNodeProxy({ mode: 'none' }));

  test('is the system’s, none, or the one that was entered', () => {
    expect(proxyConfig({ mode: 'system' })).toEqual({ mode: 'system' });
    expect(proxyConfig({ mode: 'none' })).toEqual({ mode: 'direct' });
    expect(proxyConfig({ mode: 'manual', address: 'http://proxy:8080' })).toMatchObject({
      mode: 'fixed_servers',
      proxyRules: 'http://proxy:8080',
    });
  });

  test('counts for what is sent from now on, and for sign-in windows opened later', async () => {
    await setProxy({ mode: 'manual', address: 'http://proxy:8080' }, session);
    await useChosenProxy(session);
    expect(configs).toMatchObject([{ proxyRules: 'http://proxy:8080' }, 'closed', { proxyRules: 'http://proxy:8080' }]);
  });
});

test('reads Chromium’s answer of which proxy an address takes', () => {
  expect(proxyIn('DIRECT')).toBeUndefined();
  expect(proxyIn('')).toBeUndefined();
  expect(proxyIn('PROXY proxy.example:3128; DIRECT')).toBe('http://proxy.example:3128');
  expect(proxyIn('HTTPS proxy.example:443')).toBe('https://proxy.example:443');
  expect(proxyIn('SOCKS5 127.0.0.1:1080')).toBe('socks://127.0.0.1:1080');
});
