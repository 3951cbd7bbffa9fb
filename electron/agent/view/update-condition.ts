import type { StoredSettings } from '../../store/settings.ts';
import type { AgentCondition } from '../conditions.ts';
import { isNewer } from '../health/update-check.ts';

/** Returns a condition for a newer Askbell while it is newer and checking for updates is on. Pure. */
export function updateConditions({ preferences, update }: StoredSettings, ownVersion: string): AgentCondition[] {
  const found = update?.found;
  if (!preferences.checkForUpdates || !found || !isNewer(found.version, ownVersion)) return [];
  const { version, page, way } = found;
  return [
    {
      kind: 'update-available',
      severity: 'warning',
      title: ({ words }) => words('conditions.update.title', { version }),
      advice: ({ words }) => words(`conditions.update.${way}`, { page }),
    },
  ];
}
