import { enableCompileCache } from 'node:module';

// From the second start on, Node need not strip the types of a hundred files and compile them anew. This file has no
// types itself, so that what strips them is not even loaded.
enableCompileCache();
await import('./command.ts');
