import type { AppState } from '../../../common/contract/contract.ts';
import { redact } from '../../base/log.ts';
import type { Preferences } from '../../store/settings.ts';

/** Input of {@link diagnosticReport}. */
export interface ReportFacts {
  at: Date;
  state: AppState;
  preferences: Preferences;
  /** Number of watches by network. */
  watches: { network: string; count: number }[];
  /** Names and versions of programs and system. */
  versions: [string, string][];
  /** The last lines of the log, oldest first. */
  log: string[];
  /** Tokens and keys, redacted wherever the report contains them. */
  secrets: string[];
  /** Home folder of the user, whose path may contain their name. */
  home: string;
}

/**
 * Formats a diagnostic report for people who help. Always in English; contains no credentials and nothing that
 * identifies the user. Pure.
 */
export function diagnosticReport(facts: ReportFacts): string {
  const { state, preferences } = facts;
  const lines = [
    'Askbell, diagnostic report',
    `Made: ${facts.at.toISOString()}`,
    '',
    ...facts.versions.map(([name, value]) => `${name}: ${value}`),
    `Shell: ${state.shell}`,
    `Phase: ${state.phase}${state.paused ? ', paused' : ''}`,
    `Languages: ${state.systemLanguages.join(', ') || 'not known'}`,
    `Presence: ${state.presence.state} since ${state.presence.since.toISOString()}`,
    `Notifications: ${state.notificationsGoTo}`,
    `Sign-in kept: ${state.secrets.persistent ? 'yes' : 'no'} ` +
      `(${state.secrets.persistent ? '' : `${state.secrets.why}: `}${state.secrets.where})`,
    `Shortcut: ${state.abilities.shortcut.state}; own sounds: ${yesOrNo(state.abilities.sound.own)}; ` +
      `system proxy: ${yesOrNo(state.abilities.proxy.system)}`,
    '',
    'Settings',
    ...Object.entries(preferences).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`),
    ...facts.watches.map(({ network, count }) => `  watches at ${network}: ${count}`),
    '',
    'Conditions',
    ...none(
      state.conditions.map(
        (condition) =>
          `  ${condition.severity} ${condition.kind}: ${condition.title}` +
          (condition.retryAt ? ` (again at ${condition.retryAt.toISOString()})` : ''),
      ),
    ),
    ...state.accounts.flatMap(accountLines),
    '',
    'Log',
    ...none(facts.log.map((line) => `  ${line}`)),
    '',
  ];
  return hidden(redact(lines.join('\n')), facts);
}

function accountLines({
  id,
  network,
  signedIn,
  person,
  quota,
  nextPoll,
  lastPollAt,
  pollingPause,
  plan,
  unread,
}: AppState['accounts'][number]): string[] {
  return [
    '',
    `Account at ${network.name} (${id}): ${signedIn ? 'signed in' : 'signed out'}, ${person.accounts} sites, ` +
      `${unread} unread`,
    `  quota: ${quotaWords(quota)}`,
    `  last poll: ${lastPollAt?.toISOString() ?? 'none'}; ` +
      `next: ${nextPoll ? `${nextPoll.what} at ${nextPoll.at.toISOString()}` : 'none'}`,
    ...(pollingPause ? [`  no polls until ${pollingPause.until.toISOString()}: ${pollingPause.why}`] : []),
    ...(plan ?? []).map(
      ({ stream, everySeconds, perDay }) =>
        `  plan: ${stream} every ${Math.round(everySeconds)} s, ${Math.round(perDay)} a day`,
    ),
  ];
}

const quotaWords = (quota: AppState['accounts'][number]['quota']): string =>
  quota
    ? `${quota.remaining} of ${quota.max} left, ${quota.usedByAskbell} used here, ${quota.reserve} in reserve`
    : 'not known';
const none = (lines: string[]): string[] => (lines.length === 0 ? ['  none'] : lines);
const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');

/** Removes secrets and the user's home folder from a text. Pure. */
export function hidden(text: string, { secrets, home }: Pick<ReportFacts, 'secrets' | 'home'>): string {
  const withoutSecrets = secrets
    .filter((secret) => secret.length >= 4)
    .reduce(
      (redacted, secret) =>
        redacted.replaceAll(secret, '[redacted]').replaceAll(encodeURIComponent(secret), '[redacted]'),
      text,
    );
  return home.length > 1 ? withoutSecrets.replaceAll(home, '~') : withoutSecrets;
}
