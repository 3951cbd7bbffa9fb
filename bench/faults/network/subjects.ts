/** What is in the sandbox for a click to ask about. */
export interface Subjects {
  site: string;
  userId: number;
  /** A question of the person's own with somebody else's answer that may be accepted, and one that is accepted. */
  questionId: number;
  answerId: number;
  acceptedId: number;
  commentId: number;
  tag: string;
}
