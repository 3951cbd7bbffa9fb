import type { ProxyConfig, Session } from 'electron';
import type { ProxyChoice } from '../../desktop.ts';
import { setNodeProxy } from '../../proxy.ts';

/** Local addresses bypass the proxy. */
const PROXY_BYPASS = '<local>;localhost;127.0.0.1;[::1]';

/** Returns Electron's proxy configuration. Pure. */
export function proxyConfig(choice: ProxyChoice): ProxyConfig {
  if (choice.mode === 'system') return { mode: 'system' };
  return choice.mode === 'none'
    ? { mode: 'direct' }
    : { mode: 'fixed_servers', proxyRules: choice.address, proxyBypassRules: PROXY_BYPASS };
}

let chosen: ProxyChoice = { mode: 'system' };

/** Sets the proxy of a session and closes its earlier connections. Node's own requests use the same proxy. */
export async function setProxy(choice: ProxyChoice, session: Session): Promise<void> {
  chosen = choice;
  setNodeProxy(choice);
  await session.setProxy(proxyConfig(choice));
  await session.closeAllConnections();
}

/** Applies the chosen proxy to a session created later, such as the sign-in window's. */
export const useChosenProxy = (session: Session): Promise<void> => session.setProxy(proxyConfig(chosen));

/**
 * Parses Chromium's proxy for an address from a string such as `PROXY host:port; DIRECT`; undefined for a direct
 * connection. Pure.
 */
export function proxyIn(answer: string): string | undefined {
  const [, kind, host] = /^(PROXY|HTTPS|SOCKS[45]?)\s+(\S+)$/i.exec(answer.split(';')[0]?.trim() ?? '') ?? [];
  if (kind === undefined || host === undefined) return undefined;
  const scheme = /^https$/i.test(kind) ? 'https' : /^proxy$/i.test(kind) ? 'http' : 'socks';
  return `${scheme}://${host}`;
}
