import { expect, it } from 'vitest';
import type { SecretStore } from '../../../electron/desktop/desktop.ts';

/** Returns a keyring in memory. */
export const keyringIn = (kept: Map<string, string>) => ({
  get: async (name: string) => kept.get(name),
  set: async (name: string, secret: string) => void kept.set(name, secret),
  delete: async (name: string) => void kept.delete(name),
});

/** What the port asks of both adapters. Each runs these tests over its own. */

/** Tests of a store of secrets; `restarted` opens it again, as the next run of Askbell does. */
export function keepsSecrets(open: () => SecretStore): void {
  it('keeps a secret for the next run, until it is deleted', async () => {
    await open().set('token:demo', 'sesame');
    expect(await open().keeping()).toMatchObject({ persistent: true, where: 'keyring' });
    expect(await open().get('token:demo')).toBe('sesame');
    await open().delete('token:demo');
    await open().delete('token:demo');
    expect(await open().get('token:demo')).toBeUndefined();
  });

  it('keeps names apart, and takes any text', async () => {
    const secrets = open();
    await secrets.set('token:one', 'first');
    const odd = 'ünïcode ✓ "quoted" \\ line';
    await secrets.set('token:two', odd);
    expect([await open().get('token:one'), await open().get('token:two')]).toEqual(['first', odd]);
    await secrets.delete('token:one');
    expect([await secrets.get('token:one'), await secrets.get('token:two')]).toEqual([undefined, odd]);
  });
}

/** Tests of a store without a keyring: secrets last as long as the program. */
export function remembersSecrets(open: () => SecretStore): void {
  it('remembers a secret until it ends, and says that it does not keep it', async () => {
    const secrets = open();
    await secrets.set('token:demo', 'sesame');
    expect(await secrets.keeping()).toMatchObject({ persistent: false, where: 'keyring' });
    expect(await secrets.get('token:demo')).toBe('sesame');
    expect(await open().get('token:demo')).toBeUndefined();
    await secrets.delete('token:demo');
    expect(await secrets.get('token:demo')).toBeUndefined();
  });
}
