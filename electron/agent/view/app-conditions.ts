import type { HistoryTrouble } from '../../store/database/open.ts';
import type { SettingsStore, SettingsTrouble, StoredSettings } from '../../store/settings.ts';
import { conditionText, problem, warning, type AgentCondition } from '../conditions.ts';
import { isNewer } from '../health/update-check.ts';

/** Returns the conditions that concern Askbell as a whole. */
export function appConditions(
  settings: SettingsStore,
  troubles: readonly HistoryTrouble[],
  failing: { notifications: boolean; forwarding: boolean },
  version: string,
): AgentCondition[] {
  const all = storageConditions(troubles, settings.trouble());
  if (failing.notifications) all.push(warning('notifications-failed', conditionText('notificationsFail')));
  if (failing.forwarding) all.push(warning('forwarding-failed', conditionText('forwardingFails')));
  const parts = settings.resetParts.join(', ');
  if (parts !== '') all.push(warning('settings-reset', conditionText('settingsReset', { parts })));
  return [...all, ...updateConditions(settings.get(), version)];
}

/** Returns the conditions of Askbell's files, each with the file's name and advice. */
export function storageConditions(
  troubles: readonly HistoryTrouble[],
  settings: SettingsTrouble | undefined,
): AgentCondition[] {
  const isFull = troubles.some(({ kind }) => kind === 'disk-full');
  const isUnwritten = isFull || troubles.some(({ kind }) => kind === 'history-unwritable');
  // A deleted history counts as rewritten again only once it is.
  const told = troubles.filter(({ kind }) => !(kind === 'history-gone' && isUnwritten));
  const conditions = told.map(historyCondition);
  // A full disk is reported once.
  if (!settings || (isFull && settings.kind === 'disk-full')) return conditions;
  const { kind, file } = settings;
  const text = conditionText(kind === 'disk-full' ? 'diskFull' : 'settingsUnwritable', { file });
  return [...conditions, problem(kind, text)];
}

function historyCondition(trouble: HistoryTrouble): AgentCondition {
  const { kind, file } = trouble;
  if (trouble.kind === 'history-damaged') return damageCondition(trouble);
  if (trouble.kind === 'history-missing') return warning(kind, conditionText('historyMissing', { file }));
  if (trouble.kind !== 'history-gone')
    return problem(kind, conditionText(kind === 'disk-full' ? 'diskFull' : 'unwritable', { file }));
  const text = conditionText('historyGone', { file });
  const { replacedBy: aside } = trouble;
  if (aside === undefined) return warning(kind, text);
  return warning(kind, { ...text, advice: ({ words }) => words('conditions.historyGoneReplaced', { file, aside }) });
}

function damageCondition({ kind, file, report }: Extract<HistoryTrouble, { kind: 'history-damaged' }>): AgentCondition {
  const { keptAs = file, rows, rowsFromBackup = 0, isIncomplete = true } = report;
  const saved = (rows ?? 0) + rowsFromBackup;
  return warning(kind, {
    title: ({ words }) => words('conditions.historyDamaged'),
    advice({ words }) {
      // A start that was killed in between left no record of how much it saved.
      if (rows !== undefined && saved === 0) return words('conditions.historyDamagedLost', { file: keptAs });
      return isIncomplete && rows !== undefined
        ? words('conditions.historyDamagedSavedInPart', { file: keptAs, count: saved })
        : words('conditions.historyDamagedSaved', { file: keptAs });
    },
  });
}

/** Returns a condition for a newer Askbell while it is newer and checking for updates is on. Pure. */
export function updateConditions({ preferences, update }: StoredSettings, ownVersion: string): AgentCondition[] {
  const found = update?.found;
  if (!preferences.checkForUpdates || !found || !isNewer(found.version, ownVersion)) return [];
  const { version, page, way } = found;
  return [
    warning('update-available', {
      title: ({ words }) => words('conditions.update.title', { version }),
      advice: ({ words }) => words(`conditions.update.${way}`, { page }),
    }),
  ];
}

/** Pause of polling with a known end, to which window and tray count down. */
export interface PollingPause {
  /** Ms since the epoch. */
  until: number;
  /** `quota`: used up, or down to the reserve for clicks. `throttled`: the network asked for a pause. */
  why: 'quota' | 'throttled';
}

const REASONS: Partial<Record<AgentCondition['kind'], PollingPause['why']>> = {
  'quota-exhausted': 'quota',
  throttled: 'throttled',
  'blocked-by-protection': 'throttled',
};

/** Returns the pause of polling in effect at `now` (ms since the epoch), or undefined while polling goes on. Pure. */
export function pollingPause(
  now: number,
  conditions: Pick<AgentCondition, 'kind' | 'retryAt'>[],
): PollingPause | undefined {
  for (const { kind, retryAt } of conditions) {
    const why = REASONS[kind];
    if (why && retryAt !== undefined && Number.isFinite(retryAt) && retryAt > now) return { until: retryAt, why };
  }
  return undefined;
}
