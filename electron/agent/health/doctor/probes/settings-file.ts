import { existsSync, readFileSync } from 'node:fs';
import { refuseOddFile } from '../../../../base/private-files.ts';

/** Contents of a settings or secrets file. */
export interface SettingsFileContents {
  state: 'absent' | 'read' | 'broken';
  /** Empty if unreadable. */
  store: Record<string, unknown>;
}

/** Reads a settings or secrets file without changing it. Never throws. */
export function readSettingsFile(path: string): SettingsFileContents {
  if (!existsSync(path)) return { state: 'absent', store: {} };
  try {
    refuseOddFile(path, 'settings file');
    const store: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof store === 'object' && store !== null && !Array.isArray(store))
      return { state: 'read', store: { ...store } };
  } catch {
    // Treated like a file without a JSON object.
  }
  return { state: 'broken', store: {} };
}
