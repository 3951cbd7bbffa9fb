import { join } from 'node:path';

/** Returns `$XDG_CONFIG_HOME`, or `~/.config` if it is unset or, against the XDG rules, relative. */
export function configHome(env: Record<string, string | undefined>, home: string): string {
  const configured = env['XDG_CONFIG_HOME'];
  return configured?.startsWith('/') ? configured : join(home, '.config');
}
