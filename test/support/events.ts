import type { InboxEvent, QuestionEvent } from '../../electron/store/events.ts';

export const site = { id: 'loops', name: 'Loops' };
export const ADA = { network: 'demo', accountId: 1, displayName: 'Ada' };

/** A comment, unless `part` says otherwise. */
export const inboxEvent = (key: string, part: Partial<InboxEvent> = {}): InboxEvent => ({
  key,
  itemType: 'comment',
  site,
  title: `Title ${key}`,
  excerpt: '',
  createdAt: 1000,
  unreadAtNetwork: true,
  ...part,
});

/** A question that a watch found, unless `part` says otherwise. */
export const questionEvent = (questionId: number, part: Partial<QuestionEvent> = {}): QuestionEvent => {
  return { site, questionId, title: `Q${questionId}`, tags: ['a'], createdAt: questionId, watchIds: ['w'], ...part };
};
