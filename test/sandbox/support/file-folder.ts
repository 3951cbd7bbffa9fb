import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfFile } from '../../support/end-of-file.ts';

/** Creates a folder that is removed at the end of the test file. */
export function fileFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-test-'));
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
    atEndOfFile.delete(remove);
  };
  atEndOfFile.add(remove);
  return folder;
}
