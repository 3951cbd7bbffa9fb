import type { IncomingHttpHeaders } from 'node:http';

/** Names that programs with a browser inside give themselves. */
const EMBEDDED_AGENTS = /\bElectron\/|; wv\)|\bCEF\b|\bQtWebEngine\/|\bJavaFX\//i;
/** What a page is loaded for where it is not a window or tab of its own. */
const INNER_FRAMES: ReadonlySet<string> = new Set(['iframe', 'frame', 'embed', 'object', 'webview', 'fencedframe']);

/**
 * Whether a page is asked for from within another program or page, as far as its headers tell; large log-in services
 * refuse that (docs/api.md, "Log-in pages").
 */
export function isEmbedded(headers: IncomingHttpHeaders): boolean {
  // Android's embedded views name their program there; scripts in ordinary browsers say XMLHttpRequest.
  const program = headers['x-requested-with'];
  const frame = headers['sec-fetch-dest'];
  return (
    EMBEDDED_AGENTS.test(headers['user-agent'] ?? '') ||
    (typeof program === 'string' && program !== '' && program !== 'XMLHttpRequest') ||
    (typeof frame === 'string' && INNER_FRAMES.has(frame))
  );
}
