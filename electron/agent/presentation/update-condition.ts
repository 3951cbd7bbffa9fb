import type { StoredSettings } from '../../store/settings.ts';
import type { AgentCondition } from '../domain/conditions.ts';
import { isNewer } from './newer-version.ts';

/** Tells of a newer Askbell, for as long as it is newer and the person wants to know. Pure. */
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
