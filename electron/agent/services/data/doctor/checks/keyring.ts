import type { SecretStorage } from '../../../../../desktop/desktop.ts';
import { ok, text, wrong, type Finding } from '../finding.ts';

export interface KeyringFacts {
  keeping: SecretStorage;
  /** Whether a probe that was written came back and was gone after its deletion. */
  probe: 'kept' | 'lost';
}

/** Whether sign-ins survive a restart. Pure. */
export function checkKeyring({ keeping, probe }: KeyringFacts): Finding {
  // One text says what is wrong and how to mend it; the window shows the same.
  if (!keeping.persistent) return { status: 'warning', said: [{ keyring: keeping }] };
  const where = { keyStore: keeping.where };
  if (probe === 'lost') return wrong(text('keyring.lost', { where }), text('keyring.lostAdvice'));
  return ok(text('keyring.kept', { where }));
}
