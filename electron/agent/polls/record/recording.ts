import type { ProfileHistory } from '../../../store/profile-history.ts';
import { type NoticeRules } from '../../notifications/notices.ts';

/**
 * What records the events of a poll. Each poll is one transaction: its new events, their pending notifications and how
 * far it has read are stored together or not at all. What the first poll of a stream finds is its baseline: it is
 * stored and not announced.
 */
export interface Recording {
  history: ProfileHistory;
  rules: NoticeRules;
  now: number;
}

/** Whether a stream was recorded before, so that what is new in it is announced. */
export const hasBaseline = (history: ProfileHistory, stream: string): boolean =>
  history.mark(`baseline:${stream}`) !== undefined;
