import type { SecretStorage } from '../../../../../desktop/desktop.ts';
import { ok, text, wrong, type Finding } from '../finding.ts';

export interface KeyringFacts {
  keeping: SecretStorage;
  /** Whether a probe that was written came back and was gone after its deletion. */
  probe: 'kept' | 'lost';
}

/** Whether sign-ins survive a restart. Pure. */
export function checkKeyring({ keeping, probe }: KeyringFacts): Finding {
  // What is wrong and how to mend it is one text already, which the window shows as well.
  if (!keeping.persistent) return { status: 'warning', said: [{ keyring: keeping }] };
  const where = { keyStore: keeping.where };
  if (probe === 'lost') return wrong(text('keyring.lost', { where }), text('keyring.lostAdvice'));
  return ok(text('keyring.kept', { where }));
}
