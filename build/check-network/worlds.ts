import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type SandboxOptions } from '../../sandbox/server/server.ts';
import { askAll, type Asked } from './ask-all.ts';

const TOKEN = 'check-network-token';

/** What one of the sandbox's worlds answers to the same operations. `more`: where its data are, and the like. */
export async function askWorld(like: 'specification' | 'public', more: SandboxOptions = {}): Promise<Asked[]> {
  const folder = mkdtempSync(join(tmpdir(), 'askbell-check-'));
  const sandbox = await startSandbox({
    like,
    protection: 0,
    file: join(folder, 'network.sqlite'),
    grants: [{ token: TOKEN, accountId: 1, scopes: ['read_inbox', 'no_expiry', 'private_info'] }],
    ...more,
  });
  try {
    const credentials = { key: 'demo-key', accessToken: TOKEN };
    return (await askAll({ base: sandbox.apiBaseUrl, credentials })).asked;
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
