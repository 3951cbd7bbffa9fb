import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InboxView } from '../../common/schemas/inbox-view.ts';
import { NetworkKind } from '../../common/schemas/network-kind.ts';
import { Settings, type Settings as Preferences } from '../../common/schemas/settings.ts';
import { WatchAlert, WatchRule } from '../../common/schemas/watch-rule.ts';
import { errorMessage } from '../../common/error-message.ts';
import { refuseOddFile, UnusableFile } from '../private-files.ts';
import { writeTrouble } from './database/sqlite-errors.ts';

/** The part of electron-store and conf that Askbell uses; both have it. */
export interface SettingsFile {
  readonly path: string;
  /** Where a file was kept that could not be read at all, if that happened. */
  movedAside?: string;
  get store(): Record<string, unknown>;
  set store(value: Record<string, unknown>);
}

/** Where a network reads who asks (docs/api.md, "Credentials"). */
const CredentialPlace = z.enum(['header', 'query']);

/** The network a person chose. Its key and token are in the secret store, not here. */
const ChosenNetwork = z.object({
  kind: NetworkKind,
  /** Names the network's rows in the history and its secrets. */
  id: z.string().min(1),
  name: z.string().min(1),
  /** Of the demo network: where it was last; empty before its first start. */
  apiBaseUrl: z.string(),
  authUrl: z.string(),
  clientId: z.string().min(1),
  /** The network-wide account that signed in; absent while signed out. */
  accountId: z.number().optional(),
  /** Who was signed in last, where nobody is: the history of that person can still be read. */
  lastAccountId: z.number().optional(),
  /** When the token ends, in ms since the epoch; absent for one that does not. */
  tokenExpiresAt: z.number().optional(),
  /**
   * Whether the permission to write was asked for, too; only for those who once wanted to accept an answer from here.
   */
  mayWrite: z.boolean().optional(),
  /** Whether the permission to read private data was asked for, too; only for those who turned achievements on. */
  mayReadPrivate: z.boolean().optional(),
  /**
   * Where requests say who asks, if a person set it; absent where Askbell is to find out, as it does again where a
   * later Askbell has written another place. One odd word must not cost anybody their sign-ins.
   */
  credentialsIn: CredentialPlace.optional().catch(undefined),
  /** What Askbell has found out of that. */
  foundCredentialsIn: CredentialPlace.optional().catch(undefined),
  /** Where its socket is, and the page with the numbers that it knows sites by; absent for a network without one. */
  socketUrl: z.string().optional(),
  siteListUrl: z.string().optional(),
  /** How the last sign-in came back (agent/accounts/sign-in/ways.ts); absent before that was remembered. */
  signInWay: z.enum(['loopback', 'deep-link', 'login-success', 'implicit']).optional().catch(undefined),
});

/** Older settings had watches of one tag each: such a one becomes a rule, and finds what it did. */
function withRule(kept: unknown): unknown {
  if (!isRecord(kept) || kept['rule'] !== undefined || typeof kept['tag'] !== 'string') return kept;
  const { tag, notify, ...rest } = kept;
  return { ...rest, rule: { anyTags: [tag] }, alert: notify === false ? 'list' : 'sound', muted: false };
}

/** What is known of newer releases of Askbell. */
const UpdateLook = z.object({
  /** When the page of releases answered last, in ms since the epoch. */
  askedAt: z.number(),
  // Older settings had a third way, for packages: their people were told to wait, and now where to get it.
  found: z.object({ version: z.string(), page: z.string(), way: z.enum(['self', 'page']).catch('page') }).optional(),
});

export const StoredWatch = z.preprocess(
  withRule,
  z.object({
    id: z.string().min(1),
    networkId: z.string(),
    siteId: z.string().min(1),
    siteName: z.string(),
    rule: WatchRule,
    alert: WatchAlert,
    muted: z.boolean(),
  }),
);

export type ChosenNetwork = z.output<typeof ChosenNetwork>;
export type { Preferences };
export type StoredWatch = z.output<typeof StoredWatch>;

/** Everything that is kept in the settings file. */
export interface StoredSettings {
  /** Every network that was chosen, the first one first; signed in to where there is an `accountId`. */
  networks: ChosenNetwork[];
  watches: StoredWatch[];
  preferences: Preferences;
  paused: boolean;
  /** What the person's own sound was called; its file is beside the history. */
  soundFileName?: string | undefined;
  /** The first steps were shown; they never are again. */
  hadFirstSteps: boolean;
  snoozedUntil?: number | undefined;
  update?: z.output<typeof UpdateLook> | undefined;
  /** How the inbox was filtered last, whoever is signed in; its site's id is a scoped one. */
  inboxFilter: InboxView;
}

export const DEFAULT_PREFERENCES: Preferences = {
  language: 'system',
  notify: { inbox: true, reputation: true, questions: true, badges: false },
  mutedReasons: [],
  notificationLimit: 3,
  achievements: false,
  sound: 'default',
  volume: 1,
  mutedSites: [],
  quietHours: { on: false, from: '22:00', to: '07:00', days: [0, 1, 2, 3, 4, 5, 6] },
  respectDoNotDisturb: true,
  appearance: 'system',
  density: 'comfortable',
  zoom: 1,
  startAtLogin: false,
  checkForUpdates: true,
  shortcut: '',
  panelShortcut: '',
  singleKeys: true,
  proxy: { mode: 'system', address: '' },
  push: true,
  pollingWeights: { inbox: 1, reputation: 1, watches: 1 },
  retention: 'forever',
  remoteImages: 'click',
};

/** Older settings had silence as a switch of its own. */
const withSound = ({ silent, ...kept }: Record<string, unknown>): Record<string, unknown> => ({
  ...(silent === true && { sound: 'none' }),
  ...kept,
});

export interface SettingsStore {
  get(): StoredSettings;
  /** Writes the parts given; a part given as `undefined` is removed. */
  change(part: Partial<StoredSettings>): void;
  /** Names of the parts that could not be read and were set back, for telling the person. */
  readonly resetParts: string[];
  /** Why the last change is in memory only; undefined where it is in the file. */
  trouble(): SettingsTrouble | undefined;
  /** Writes what is in memory only, or was deleted. Gives whether `trouble` has changed. */
  writeAgain(): boolean;
}

/** The file takes no changes; they hold for this run, and are written once it does. */
export interface SettingsTrouble {
  kind: 'disk-full' | 'settings-unwritable';
  file: string;
}

/**
 * Reads the settings part by part: one that has the wrong shape is set back to its default, the others stay.
 * What was set back is kept in the file under `rejected`, so that nothing the person had is lost.
 */
export function openSettings(file: SettingsFile): SettingsStore {
  const raw = { ...file.store };
  const resetParts: string[] =
    file.movedAside === undefined ? [] : [`everything (the old file is kept as ${file.movedAside})`];
  const rejected: Record<string, unknown> = {};
  let settings = readParts(raw, resetParts, rejected);
  // Older settings had one network; it is the first of several now.
  delete raw['network'];
  let trouble: SettingsTrouble | undefined;
  let wasThere = existsSync(file.path);
  const write = () => {
    try {
      file.store = { ...raw, ...(JSON.parse(JSON.stringify(settings)) as Record<string, unknown>) };
      trouble = undefined;
      wasThere = existsSync(file.path);
    } catch (error) {
      // What a person has just set holds, whether or not there is room for it; the file is whole as it was.
      const kind = writeTrouble(error) === 'disk-full' ? 'disk-full' : 'settings-unwritable';
      trouble = { kind, file: file.path };
    }
  };
  if (Object.keys(rejected).length > 0) {
    const before = isRecord(raw['rejected']) ? raw['rejected'] : {};
    // What was rejected at an earlier start stays beside it.
    for (const [name, earlier] of Object.entries(before))
      if (name in rejected) rejected[name] = [earlier, rejected[name]].flat();
    raw['rejected'] = { ...before, ...rejected };
    for (const name of Object.keys(rejected)) delete raw[name];
    write();
  }
  return {
    get: () => settings,
    change(part) {
      settings = { ...settings, ...part };
      for (const name of Object.keys(part)) delete raw[name];
      write();
    },
    resetParts,
    trouble: () => trouble,
    writeAgain() {
      const before = trouble?.kind;
      // It was deleted while Askbell ran, with the folder perhaps.
      const isGone = wasThere && !existsSync(file.path);
      if (before !== undefined || isGone) write();
      return trouble?.kind !== before;
    },
  };
}

/** Reads what is in the file part by part, and notes what could not be read. */
function readParts(
  raw: Record<string, unknown>,
  resetParts: string[],
  rejected: Record<string, unknown>,
): StoredSettings {
  const read = <T>(name: string, schema: z.ZodType<T>, fallback: T): T => {
    if (raw[name] === undefined) return fallback;
    const parsed = schema.safeParse(raw[name]);
    if (parsed.success) return parsed.data;
    resetParts.push(name);
    rejected[name] = raw[name];
    return fallback;
  };
  /** One bad element costs that element only. */
  const readWithLists = <T>(name: string, schema: z.ZodType<T>, fallback: T): T => {
    const { value, removed } = withoutBadElements(schema, raw[name]);
    if (removed.length === 0 || !schema.safeParse(value).success) return read(name, schema, fallback);
    resetParts.push(`${name} (${removed.length})`);
    rejected[name] = removed;
    raw[name] = value;
    return read(name, schema, fallback);
  };
  return {
    networks: readWithLists(
      'networks',
      z.array(ChosenNetwork),
      [read('network', ChosenNetwork.optional(), undefined)].filter((network) => network !== undefined),
    ),
    watches: readWithLists('watches', z.array(StoredWatch), []),
    // New preferences get their default; what the person set stays.
    preferences: readWithLists(
      'preferences',
      z.preprocess((kept) => (isRecord(kept) ? { ...DEFAULT_PREFERENCES, ...withSound(kept) } : kept), Settings),
      DEFAULT_PREFERENCES,
    ),
    paused: read('paused', z.boolean(), false),
    soundFileName: read('soundFileName', z.string().optional(), undefined),
    hadFirstSteps: read('hadFirstSteps', z.boolean(), false),
    snoozedUntil: read('snoozedUntil', z.number().optional(), undefined),
    update: read('update', UpdateLook.optional(), undefined),
    inboxFilter: read('inboxFilter', InboxView, {}),
  };
}

/**
 * A value without those elements of its lists that a schema has something against, and what they were. Of lists within
 * lists, the outer one loses the element: half a watch would watch something else.
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
      // Where a schema reads another shape first, the path may lead nowhere in what is kept.
      if (!Array.isArray(list)) return { value: given, removed: [] };
      const elements = list as unknown[];
      removed.push(...elements.filter((_, index) => indexes.has(index)));
      elements.splice(0, elements.length, ...elements.filter((_, index) => !indexes.has(index)));
    }
  }
}

/** The lists that a schema has something against elements of, with the indexes of those. */
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
 * Opens a settings file that may hold broken JSON, or JSON that is no object: such a file is moved beside itself
 * (`settings.broken.json`, or with a number), and the settings start anew.
 * `open` is the shell's way to make it (electron-store or conf), which throws on broken JSON and would take a list for
 * settings of its own. @throws UnusableFile
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

/** Whether a file holds a JSON object. @throws what the file system throws where it cannot be read */
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
