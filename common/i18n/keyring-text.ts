import type { en } from './locales/en/index.ts';
import type { Words } from './words.ts';

type Where = keyof typeof en.keyring.where;

/** Returns where sign-ins are stored, or why they are not and what to do about it. */
export function keyringText(
  words: Words,
  keeping:
    | { persistent: true; where: Where }
    | { persistent: false; where: Where; why: 'none' | 'locked' | 'unusable' },
): string {
  if (keeping.persistent) return words(`keyring.where.${keeping.where}`);
  if (keeping.why !== 'unusable') return words(`keyring.${keeping.why}`);
  const advice = words(`keyring.${keeping.where === 'keyring' ? 'start' : 'unlock'}`);
  return words('keyring.unusable', { where: words(`keyring.where.${keeping.where}`), advice });
}
