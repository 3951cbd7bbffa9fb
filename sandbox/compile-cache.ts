import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** The environment with Node's compile cache, of which a thread does not know by itself. */
export function threadEnvironment(): NodeJS.ProcessEnv {
  const kept = getCompileCacheDir();
  return { ...process.env, ...(kept !== undefined && { NODE_COMPILE_CACHE: dirname(kept) }) };
}
