import type { Subject } from '../../store/events.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';

/** Marks the inbox items and questions among some subjects as read, in one transaction. `now` in ms since the epoch. */
export function markSubjectsRead(profile: ProfileHistory, subjects: readonly Subject[], now: number): void {
  profile.transaction(() => {
    for (const subject of subjects) {
      if (subject.kind === 'inbox') profile.inbox.setRead([subject.key], now);
      if (subject.kind === 'question') profile.questions.setRead(subject.siteId, subject.questionId, now);
    }
  });
}
