import type { ProfileHistory } from '../../electron/store/profile-history.ts';
import type { SeenQuestion } from '../../electron/store/questions.ts';

/** Returns the questions of a site that match a watch, the latest asked first. */
export const matchesOf = ({ questions }: ProfileHistory, siteId = 'loops'): SeenQuestion[] =>
  questions.seenSince(siteId, 0).filter(({ watchIds }) => watchIds.length > 0);

/** Returns the questions that are announced or will be, by number, in the order in which they are told. */
export const announcedQuestions = ({ notifications }: ProfileHistory): number[] =>
  notifications
    .pending()
    .flatMap(({ subjects }) =>
      subjects.flatMap((subject) => (subject.kind === 'question' ? [subject.questionId] : [])),
    );
