import type { HistoryTrouble } from '../../store/database/troubles.ts';
import type { SettingsTrouble } from '../../store/settings.ts';
import { conditionText, type AgentCondition } from '../conditions.ts';

/** Returns the conditions of Askbell's files, each with the file's name and advice. */
export function storageConditions(
  troubles: readonly HistoryTrouble[],
  settings: SettingsTrouble | undefined,
): AgentCondition[] {
  const isFull = troubles.some(({ kind }) => kind === 'disk-full');
  const isUnwritten = isFull || troubles.some(({ kind }) => kind === 'history-unwritable');
  // A deleted history counts as rewritten again only once it is.
  const told = troubles.filter(({ kind }) => !(kind === 'history-gone' && isUnwritten));
  return [
    ...told.map(historyCondition),
    // A full disk is reported once.
    ...(settings && !(isFull && settings.kind === 'disk-full') ? [settingsCondition(settings)] : []),
  ];
}

function historyCondition(trouble: HistoryTrouble): AgentCondition {
  const { kind, file } = trouble;
  if (trouble.kind === 'history-damaged') return damageCondition(trouble);
  if (trouble.kind === 'history-gone') return goneCondition(trouble);
  if (trouble.kind === 'history-missing')
    return { kind, severity: 'warning', ...conditionText('historyMissing', { file }) };
  return { kind, severity: 'problem', ...conditionText(kind === 'disk-full' ? 'diskFull' : 'unwritable', { file }) };
}

function goneCondition({
  kind,
  file,
  replacedBy: aside,
}: Extract<HistoryTrouble, { kind: 'history-gone' }>): AgentCondition {
  const text = conditionText('historyGone', { file });
  if (aside === undefined) return { kind, severity: 'warning', ...text };
  return {
    kind,
    severity: 'warning',
    ...text,
    advice: ({ words }) => words('conditions.historyGone.replaced', { file, aside }),
  };
}

function damageCondition({ kind, file, report }: Extract<HistoryTrouble, { kind: 'history-damaged' }>): AgentCondition {
  const { keptAs = file, rows, rowsFromBackup = 0, isIncomplete = true } = report;
  const saved = (rows ?? 0) + rowsFromBackup;
  return {
    kind,
    severity: 'warning',
    title: ({ words }) => words('conditions.historyDamaged.title'),
    advice: ({ words }) => {
      // A start that was killed in between left no record of how much it saved.
      if (rows !== undefined && saved === 0) return words('conditions.historyDamaged.lost', { file: keptAs });
      return isIncomplete && rows !== undefined
        ? words('conditions.historyDamaged.savedInPart', { file: keptAs, count: saved })
        : words('conditions.historyDamaged.saved', { file: keptAs });
    },
  };
}

function settingsCondition({ kind, file }: SettingsTrouble): AgentCondition {
  const entry = kind === 'disk-full' ? 'diskFull' : 'settingsUnwritable';
  return { kind, severity: 'problem', ...conditionText(entry, { file }) };
}
