import http from 'node:http';
import type { ProxyChoice } from './desktop.ts';

/** Local services (the demo network) bypass the proxy. */
const PROXY_BYPASS = ['localhost', '127.0.0.1', '[::1]'];

type Variables = Record<string, string | undefined>;

/** Returns a proxy choice as the variables that Node uses (`HTTP_PROXY` and the like). Pure. */
export function proxyVariables(choice: ProxyChoice, env: Variables): Variables {
  if (choice.mode === 'none') return {};
  const bypass =
    choice.mode === 'system' ? (env['no_proxy'] ?? env['NO_PROXY'] ?? '').split(',').map((host) => host.trim()) : [];
  const all =
    choice.mode === 'system'
      ? { http: env['http_proxy'] ?? env['HTTP_PROXY'], https: env['https_proxy'] ?? env['HTTPS_PROXY'] }
      : { http: choice.address, https: choice.address };
  return {
    http_proxy: all.http,
    https_proxy: all.https,
    no_proxy: [...new Set([...bypass, ...PROXY_BYPASS])].filter(Boolean).join(','),
  };
}

/** Returns the proxy of an address by these variables; undefined for a direct connection. Pure. */
export function proxyOf(address: string, { http_proxy: plain, https_proxy: secure, no_proxy: bypass }: Variables) {
  const url = URL.parse(address);
  const proxy = url?.protocol === 'https:' ? secure : plain;
  const parsed = proxy ? URL.parse(proxy) : undefined;
  if (!url || !parsed) return undefined;
  const isBypassed = (bypass ?? '').split(',').some((entry) => {
    const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(entry.trim().toLowerCase()) ?? [];
    if (host === '' || (port !== undefined && port !== (url.port || (url.protocol === 'https:' ? '443' : '80'))))
      return false;
    const name = host.replace(/^\*?\./, '');
    return host === '*' || url.hostname === host || url.hostname === name || url.hostname.endsWith(`.${name}`);
  });
  return isBypassed ? undefined : parsed.origin;
}

let restore: (() => void) | undefined;
let chosen: ProxyChoice = { mode: 'system' };

/** Returns the proxy of an address by the current choice. */
export const chosenProxyFor = (address: string, env: Variables = process.env): string | undefined =>
  proxyOf(address, proxyVariables(chosen, env));

/** Adds `.example.org` to `example.org`: `node:http` otherwise does not match subdomains, unlike others. */
const withNamesBelow = (bypass: string): string =>
  bypass
    .split(',')
    .flatMap((entry) => (/^[a-z]/i.test(entry) ? [entry, `.${entry}`] : [entry]))
    .join(',');

/** Applies a proxy choice to all later requests of `node:http`. `system` uses the environment's variables. */
export function setNodeProxy(choice: ProxyChoice, env: Variables = process.env): void {
  chosen = choice;
  restore?.();
  const variables = proxyVariables(choice, env);
  const bypass = variables['no_proxy'];
  restore = http.setGlobalProxyFromEnv(
    Object.fromEntries(
      Object.entries({ ...variables, no_proxy: bypass && withNamesBelow(bypass) }).filter(([, value]) => value),
    ),
  );
}
