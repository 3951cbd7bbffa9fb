import type { ProxyConfig, Session } from 'electron';
import type { ProxyChoice } from '../../desktop.ts';
import { setNodeProxy } from '../../proxy.ts';

/** What stays on this machine needs no proxy. */
const PROXY_BYPASS = '<local>;localhost;127.0.0.1;[::1]';

/** Electron's own way to say it. Pure. */
export function proxyConfig(choice: ProxyChoice): ProxyConfig {
  if (choice.mode === 'system') return { mode: 'system' };
  return choice.mode === 'none'
    ? { mode: 'direct' }
    : { mode: 'fixed_servers', proxyRules: choice.address, proxyBypassRules: PROXY_BYPASS };
}

let chosen: ProxyChoice = { mode: 'system' };

/**
 * Sends what a session sends by a choice from now on; earlier connections are closed. Node's own requests follow the
 * same choice.
 */
export async function setProxy(choice: ProxyChoice, session: Session): Promise<void> {
  chosen = choice;
  setNodeProxy(choice);
  await session.setProxy(proxyConfig(choice));
  await session.closeAllConnections();
}

/** Applies the chosen proxy to a session that was made later, such as the sign-in window's. */
export const useChosenProxy = (session: Session): Promise<void> => session.setProxy(proxyConfig(chosen));

/**
 * The proxy that Chromium takes for an address, out of its answer such as `PROXY host:port; DIRECT`; undefined where it
 * goes directly. Pure.
 */
export function proxyIn(answer: string): string | undefined {
  const [, kind, host] = /^(PROXY|HTTPS|SOCKS[45]?)\s+(\S+)$/i.exec(answer.split(';')[0]?.trim() ?? '') ?? [];
  if (kind === undefined || host === undefined) return undefined;
  const scheme = /^https$/i.test(kind) ? 'https' : /^proxy$/i.test(kind) ? 'http' : 'socks';
  return `${scheme}://${host}`;
}
