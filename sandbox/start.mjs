/** The oldest Node.js that takes TypeScript as it stands and has all of SQLite that the network uses. */
const OLDEST_NODE = '22.18';

const { node } = process.versions;
if (node.localeCompare(OLDEST_NODE, 'en', { numeric: true }) < 0) {
  // One line to act on, in place of what an older Node.js would say of a module it does not know.
  process.stderr.write(
    `sandbox: This needs Node.js ${OLDEST_NODE} or newer, and this is ${node}; "npm run sandbox" brings its own.\n`,
  );
  process.exit(1);
}

const { enableCompileCache, flushCompileCache } = process.getBuiltinModule('node:module');

// From the second start on, Node need not strip the types of a hundred files and compile them anew. This file has no
// types itself, so that what strips them is not even loaded.
enableCompileCache();
await import('./command/command.ts');

// Node saves what it compiled when it ends, but not when it is ended by force, as a parent process may do it.
const FLUSH_CACHE_AFTER_MS = 3000;
setTimeout(() => flushCompileCache(), FLUSH_CACHE_AFTER_MS).unref();
