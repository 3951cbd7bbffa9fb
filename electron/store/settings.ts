import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  Settings,
  type Settings as Preferences,
  NetworkKind,
  WatchAlert,
  WatchRule,
  InboxView,
  SavedView,
} from '../../common/schemas/settings.ts';
import { ForwardTarget } from '../../common/schemas/forwarding.ts';
import { errorMessage } from '../../common/error-message.ts';
import { refuseOddFile, UnusableFile } from '../base/private-files.ts';
import { writeTrouble } from './database/damage.ts';

/** Common part of electron-store and conf that Askbell uses. */
export interface SettingsFile {
  readonly path: string;
  /** New name of an unreadable file that was moved aside. */
  movedAside?: string;
  get store(): Record<string, unknown>;
  set store(value: Record<string, unknown>);
}

/** Where a network expects credentials (docs/api.md, "Credentials"). */
const CredentialPlace = z.enum(['header', 'query']);

/** Network that the user chose. Its key and token are in the secret store, not here. */
const ChosenNetwork = z.object({
  kind: NetworkKind,
  /** Id of the network's rows in the history and of its secrets. */
  id: z.string().min(1),
  name: z.string().min(1),
  /** For the demo network: its last address; empty before its first start. */
  apiBaseUrl: z.string(),
  authUrl: z.string(),
  clientId: z.string().min(1),
  /** Network-wide id of the signed-in account; absent while signed out. */
  accountId: z.number().optional(),
  /** Account that was signed in last, if none is: its history can still be read. */
  lastAccountId: z.number().optional(),
  /** Expiry of the token in ms since the epoch; absent if it does not expire. */
  tokenExpiresAt: z.number().optional(),
  /** Whether write permission was requested; only after the user wanted to accept an answer. */
  mayWrite: z.boolean().optional(),
  /** Whether permission to read private data was requested; only after the user turned achievements on. */
  mayReadPrivate: z.boolean().optional(),
  /**
   * Where requests carry credentials, if set by the user; otherwise it is detected, also if a later Askbell stored an
   * unknown value, which must not invalidate the sign-in.
   */
  credentialsIn: CredentialPlace.optional().catch(undefined),
  /** Detected place of credentials. */
  foundCredentialsIn: CredentialPlace.optional().catch(undefined),
  /** Address of its WebSocket, and of the page with the site numbers used there; absent for a network without one. */
  socketUrl: z.string().optional(),
  siteListUrl: z.string().optional(),
  /** Method of the last sign-in (agent/accounts/ways.ts). */
  signInWay: z.enum(['loopback', 'deep-link', 'login-success', 'implicit']).optional().catch(undefined),
});

/** Information about newer releases of Askbell. */
const UpdateLook = z.object({
  /** Time of the release feed's last response, in ms since the epoch. */
  askedAt: z.number(),
  found: z.object({ version: z.string(), page: z.string(), way: z.enum(['self', 'page']).catch('page') }).optional(),
});

export const StoredWatch = z.object({
  id: z.string().min(1),
  networkId: z.string(),
  siteId: z.string().min(1),
  siteName: z.string(),
  rule: WatchRule,
  alert: WatchAlert,
  muted: z.boolean(),
});

export type ChosenNetwork = z.output<typeof ChosenNetwork>;
export type { Preferences };
export type StoredWatch = z.output<typeof StoredWatch>;

export const DEFAULT_PREFERENCES: Preferences = {
  language: 'system',
  notify: { inbox: true, reputation: true, questions: true, badges: false },
  mutedReasons: [],
  notificationLimit: 3,
  achievements: false,
  sound: 'default',
  volume: 1,
  mutedSites: [],
  quietHours: { on: false, from: '22:00', to: '07:00', days: [0, 1, 2, 3, 4, 5, 6], letThrough: 'nothing' },
  respectDoNotDisturb: true,
  appearance: 'system',
  density: 'comfortable',
  zoom: 1,
  startAtLogin: false,
  checkForUpdates: true,
  shortcut: '',
  panelShortcut: '',
  panelPinned: false,
  singleKeys: true,
  proxy: { mode: 'system', address: '' },
  push: true,
  pollingWeights: { inbox: 1, reputation: 1, watches: 1 },
  retention: 'forever',
  remoteImages: 'click',
};

/** Error of a settings file that is not writable; changes apply to this run, and are written once it is. */
export interface SettingsTrouble {
  kind: 'disk-full' | 'settings-unwritable';
  file: string;
}

/** Contents of the settings file; a missing part, also of the preferences, has its default. */
const StoredSettings = z.object({
  /** Chosen networks, oldest first; signed in if there is an `accountId`. */
  networks: z.array(ChosenNetwork).default([]),
  watches: z.array(StoredWatch).default([]),
  /** Targets of forwarding, apart from the preferences: an address may let anybody read, so it is not exported. */
  forwarding: z.array(ForwardTarget).default([]),
  preferences: z.preprocess((kept = {}) => (isRecord(kept) ? { ...DEFAULT_PREFERENCES, ...kept } : kept), Settings),
  paused: z.boolean().default(false),
  /** Name of the user's own sound; its file is beside the history. */
  soundFileName: z.string().optional(),
  /** Whether onboarding was shown; it is never shown again. */
  hadFirstSteps: z.boolean().default(false),
  snoozedUntil: z.number().optional(),
  update: UpdateLook.optional(),
  /** Last used inbox filter, for all accounts; its site's id is a scoped one. */
  inboxFilter: InboxView.default({}),
  /** Filters saved under a name, oldest first. */
  savedViews: z.array(SavedView).default([]),
});
export type StoredSettings = z.output<typeof StoredSettings>;

/**
 * The settings, read part by part: an invalid part is reset to its default, the others are kept; of a list, only its
 * invalid elements. Rejected values are kept in the file under `rejected`, so that no setting is lost.
 */
export class SettingsStore {
  /** Names of unreadable parts that were reset, for a message to the user. */
  readonly resetParts: string[] = [];
  readonly #file: SettingsFile;
  /** Contents of the file, with parts of later versions. */
  readonly #raw: Record<string, unknown>;
  #settings: StoredSettings;
  #trouble: SettingsTrouble | undefined;
  #wasThere: boolean;

  constructor(file: SettingsFile) {
    this.#file = file;
    this.#raw = { ...file.store };
    this.#wasThere = existsSync(file.path);
    if (file.movedAside !== undefined) this.resetParts.push(`everything (the old file is kept as ${file.movedAside})`);
    const rejected: Record<string, unknown> = {};
    const parts = Object.entries(StoredSettings.shape).map(([name, schema]) => [
      name,
      this.#read(name, schema, rejected),
    ]);
    this.#settings = Object.fromEntries(parts) as StoredSettings;
    if (Object.keys(rejected).length > 0) this.#keepRejected(rejected);
  }

  get(): StoredSettings {
    return this.#settings;
  }

  /** Writes the given parts; a part given as `undefined` is removed. */
  change(part: Partial<StoredSettings>): void {
    this.#settings = { ...this.#settings, ...part };
    for (const name of Object.keys(part)) delete this.#raw[name];
    this.#write();
  }

  /** Returns why the last change is in memory only; undefined if it is in the file. */
  trouble(): SettingsTrouble | undefined {
    return this.#trouble;
  }

  /** Writes changes that are only in memory, or a deleted file. Returns whether `trouble` has changed. */
  writeAgain(): boolean {
    const before = this.#trouble?.kind;
    // Deleted while Askbell ran, perhaps with the folder.
    const isGone = this.#wasThere && !existsSync(this.#file.path);
    if (before !== undefined || isGone) this.#write();
    return this.#trouble?.kind !== before;
  }

  /** Reads one part, and collects what is invalid. */
  #read(name: string, schema: z.ZodType, rejected: Record<string, unknown>): unknown {
    const parsed = schema.safeParse(this.#raw[name]);
    if (parsed.success) return parsed.data;
    const { value, removed } = withoutBadElements(schema, this.#raw[name]);
    const rest = schema.safeParse(value);
    if (removed.length > 0 && rest.success) {
      this.resetParts.push(`${name} (${removed.length})`);
      rejected[name] = removed;
      this.#raw[name] = value;
      return rest.data;
    }
    this.resetParts.push(name);
    rejected[name] = this.#raw[name];
    return schema.parse(undefined);
  }

  #keepRejected(rejected: Record<string, unknown>): void {
    const before = isRecord(this.#raw['rejected']) ? this.#raw['rejected'] : {};
    // Values rejected at an earlier start are kept as well.
    for (const [name, earlier] of Object.entries(before))
      if (name in rejected) rejected[name] = [earlier, rejected[name]].flat();
    this.#raw['rejected'] = { ...before, ...rejected };
    for (const name of Object.keys(rejected)) delete this.#raw[name];
    this.#write();
  }

  #write(): void {
    const { path } = this.#file;
    try {
      this.#file.store = { ...this.#raw, ...(JSON.parse(JSON.stringify(this.#settings)) as object) };
      this.#trouble = undefined;
      this.#wasThere = existsSync(path);
    } catch (error) {
      // A setting applies even if it cannot be stored; the file stays intact.
      const kind = writeTrouble(error) === 'disk-full' ? 'disk-full' : 'settings-unwritable';
      this.#trouble = { kind, file: path };
    }
  }
}

/**
 * Returns a value without the elements of its lists that a schema rejects, and those elements. Of nested lists, the
 * outer one loses the element: half a watch would watch something else.
 */
function withoutBadElements(schema: z.ZodType, given: unknown): { value: unknown; removed: unknown[] } {
  const removed: unknown[] = [];
  let value = given;
  for (;;) {
    const bad = badElements(schema, value);
    if (bad.size === 0) return { value, removed };
    value = structuredClone(value);
    for (const { path, indexes } of bad.values()) {
      const list = path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown>)[key], value);
      // If a schema preprocesses the value, the path may not exist in the stored one.
      if (!Array.isArray(list)) return { value: given, removed: [] };
      const elements = list as unknown[];
      removed.push(...elements.filter((_, index) => indexes.has(index)));
      elements.splice(0, elements.length, ...elements.filter((_, index) => !indexes.has(index)));
    }
  }
}

/** Returns the lists with elements that a schema rejects, and the indexes of those. */
function badElements(schema: z.ZodType, value: unknown) {
  const lists = new Map<string, { path: PropertyKey[]; indexes: Set<number> }>();
  for (const issue of schema.safeParse(value).error?.issues ?? []) {
    const at = issue.path.findIndex((part) => typeof part === 'number');
    if (at === -1) continue;
    const path = issue.path.slice(0, at);
    const name = path.join('.');
    const list = lists.get(name) ?? { path, indexes: new Set() };
    lists.set(name, list);
    list.indexes.add(issue.path[at] as number);
  }
  return lists;
}

/**
 * Opens a settings file. A file with broken JSON, or without a JSON object, is renamed (`settings.broken.json`, or with
 * a number), and the settings start empty. `open` creates the shell's store (electron-store or conf), which throws on
 * broken JSON and would accept a list.
 * @throws UnusableFile if the file cannot be read or written
 */
export function openSettingsFile(folder: string, open: () => SettingsFile): SettingsFile {
  const path = join(folder, 'settings.json');
  refuseOddFile(path, 'settings file');
  try {
    if (!existsSync(path) || holdsObject(path)) return open();
    const aside = firstFree(folder);
    renameSync(path, join(folder, aside));
    return Object.assign(open(), { movedAside: aside });
  } catch (error) {
    throw new UnusableFile(
      `The settings file ${path} cannot be used (${errorCode(error)}). See who may read and write it and its folder, ` +
        'or choose another folder with --data-dir.',
      { cause: error },
    );
  }
}

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : errorMessage(error);

/**
 * Whether a file contains a JSON object.
 * @throws Error of the file system if it cannot be read
 */
function holdsObject(path: string): boolean {
  const text = readFileSync(path, 'utf8');
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}

function firstFree(folder: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? 'settings.broken.json' : `settings.broken-${number}.json`;
    if (!existsSync(join(folder, name))) return name;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
