import { randomUUID } from 'node:crypto';
import type { SecretStore } from '../../../../desktop/desktop.ts';
import type { KeyringFacts } from '../checks/keyring.ts';

/** Writes a probe secret, reads it back and deletes it. Rejects if the keyring cannot be looked up. */
export async function probeKeyring(secrets: SecretStore): Promise<KeyringFacts> {
  const keeping = await secrets.keeping();
  if (!keeping.persistent) return { keeping, probe: 'lost' };
  const [name, written] = [`probe:${randomUUID()}`, randomUUID()];
  try {
    await secrets.set(name, written);
    const read = await secrets.get(name);
    await secrets.delete(name);
    const left = await secrets.get(name);
    return { keeping, probe: read === written && left === undefined ? 'kept' : 'lost' };
  } catch {
    await secrets.delete(name).catch(() => undefined);
    return { keeping, probe: 'lost' };
  }
}
