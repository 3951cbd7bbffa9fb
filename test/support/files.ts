import { afterAll } from 'vitest';
import { atEndOfFile } from './end-of-file.ts';

// eslint-disable-next-line no-empty-pattern -- Vitest wants to see which fixtures are used.
afterAll(async ({}, file) => {
  for (const end of atEndOfFile) await end(file);
});
