import type { SecretStorage } from '../../../../desktop/desktop.ts';
import { ok, text, wrong, type Finding } from '../finding.ts';

export interface KeyringFacts {
  keeping: SecretStorage;
  /** Whether a probe could be written, read back and deleted. */
  probe: 'kept' | 'lost';
}

/** Checks that sign-ins survive a restart. Pure. */
export function checkKeyring({ keeping, probe }: KeyringFacts): Finding {
  // One text explains the problem and its solution; the window shows the same.
  if (!keeping.persistent) return { status: 'warning', said: [{ keyring: keeping }] };
  const where = { keyStore: keeping.where };
  if (probe === 'lost') return wrong(text('keyring.lost', { where }), text('keyring.lostAdvice'));
  return ok(text('keyring.kept', { where }));
}
