import type { ProfileHistory } from '../../../store/history.ts';
import { type NoticeRules } from '../../notifications/notices.ts';

/**
 * Events into the history, each poll in one transaction: what is new, its pending notifications and where the poll
 * stands are kept together or not at all. What is found before a stream has a baseline is history, not news.
 */
export interface Recording {
  history: ProfileHistory;
  rules: NoticeRules;
  now: number;
}

export const hasBaseline = (history: ProfileHistory, stream: string): boolean =>
  history.mark(`baseline:${stream}`) !== undefined;
