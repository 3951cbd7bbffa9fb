/**
 * A subject that people ask about on a site, as parts of speech that fit together within it. Everything is plain text.
 * The composer (text/compose.ts) makes titles, questions, answers and comments of them.
 */
export interface Topic {
  /** The tag every question of it carries. */
  tag: string;
  /** Tags that go with it; a question carries none to two of them. */
  companions: readonly string[];
  /**
   * What goes wrong: a singular thing with its article, then what it does, as verbs in the base form:
   * ["a new chain", "skip under load", "not run smoothly"]. The first ones are explained by the cause and cured by the
   * remedy of the same place in the lists below.
   */
  faults: readonly (readonly [string, ...string[]])[];
  /** When they do: "after a wet ride", "when the list is empty". */
  moments: readonly string[];
  /** What people want to do, base form: "true a wheel". */
  goals: readonly string[];
  /** With what restriction: "without special tools". */
  limits: readonly string[];
  /** Two choices and what for: ["tubeless", "inner tubes", "for commuting"]. */
  rivals: readonly (readonly [string, string, string])[];
  /** What people have tried, as what follows "I have": "replaced the cable". */
  attempts: readonly string[];
  /** Why it happens: whole sentences. */
  causes: readonly string[];
  /** What helps: imperatives, whole sentences. */
  remedies: readonly string[];
  /** Details that a question or comment may add: whole sentences. */
  details: readonly string[];
  /** Short snippets, each with the place of the fault that it shows. */
  code?: readonly (readonly [number, string])[];
}

/** The place of the fault that a question's title names, or -1. */
export function faultIn(topic: Topic, title: string): number {
  return topic.faults.findIndex(([thing]) => title.toLowerCase().includes(thing.toLowerCase()));
}
