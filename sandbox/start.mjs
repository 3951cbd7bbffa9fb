const { enableCompileCache, flushCompileCache } = process.getBuiltinModule('node:module');

// From the second start on, Node need not strip the types of a hundred files and compile them anew. This file has no
// types itself, so that what strips them is not even loaded.
enableCompileCache();
await import('./command/command.ts');

// Node saves what it compiled when it ends, but not when it is ended by force, as a parent process may do it.
const firstRequestsAreOver = 3000;
setTimeout(() => flushCompileCache(), firstRequestsAreOver).unref();
