import type { ProfileHistory } from '../../../store/profile-history.ts';
import { type NoticeRules } from '../../notifications/notices.ts';

/**
 * Context for recording the events of a poll. Each poll is one transaction: its new events, their pending notifications
 * and its cursor are stored together or not at all. The results of a stream's first poll are its baseline: stored and
 * not announced.
 */
export interface Recording {
  history: ProfileHistory;
  rules: NoticeRules;
  now: number;
}

/** Whether a stream was recorded before, so that new events in it are announced. */
export const hasBaseline = (history: ProfileHistory, stream: string): boolean =>
  history.mark(`baseline:${stream}`) !== undefined;
