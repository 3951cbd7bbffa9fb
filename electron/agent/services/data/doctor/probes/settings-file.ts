import { existsSync, readFileSync } from 'node:fs';
import { refuseOddFile } from '../../../../../private-files.ts';

/** What is in a file of settings or secrets. */
export interface SettingsFileContents {
  state: 'absent' | 'read' | 'broken';
  /** Empty where it cannot be read. */
  store: Record<string, unknown>;
}

/** Reads a file of settings or secrets, and changes nothing there. Never throws. */
export function readSettingsFile(path: string): SettingsFileContents {
  if (!existsSync(path)) return { state: 'absent', store: {} };
  try {
    refuseOddFile(path, 'settings file');
    const store: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof store === 'object' && store !== null && !Array.isArray(store))
      return { state: 'read', store: { ...store } };
  } catch {
    // As good as one that holds no object.
  }
  return { state: 'broken', store: {} };
}
