import http from 'node:http';
import type { ProxyChoice } from './desktop.ts';

/** What runs on this machine (the demo network) is never asked through a proxy. */
const PROXY_BYPASS = ['localhost', '127.0.0.1', '[::1]'];

type Variables = Record<string, string | undefined>;

/** A proxy's choice as the variables Node goes by (`HTTP_PROXY` and the like). Pure. */
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

let restore: (() => void) | undefined;

/** Sends everything Node's own `fetch` sends from now on by a choice. `system` is what the environment says. */
export function setNodeProxy(choice: ProxyChoice, env: Variables = process.env): void {
  restore?.();
  restore = http.setGlobalProxyFromEnv(
    Object.fromEntries(Object.entries(proxyVariables(choice, env)).filter(([, value]) => value)),
  );
}
