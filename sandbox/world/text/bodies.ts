import { escapeText } from 'entities';
import type { Random } from '../random.ts';
import type { Subject } from './titles.ts';
import { faultIn, type Topic } from './topics/topic.ts';

/** HTML of questions, answers and comments. */

const paragraph = (...sentences: readonly string[]): string =>
  `<p>${escapeText(sentences.filter((sentence) => sentence !== '').join(' '))}</p>`;
const code = (snippet: string): string => `<pre><code>${escapeText(snippet)}</code></pre>`;

const REQUESTS: readonly string[] = [
  'What am I missing?',
  'Where would you look next?',
  'Is there something obvious that I overlook?',
  'I would be glad of any pointer.',
  'How do you handle this?',
  'What is the usual approach?',
  'I would like to understand the reason, not only the cure.',
];

const FAILURES: readonly string[] = [
  'It made no difference.',
  'That helped for a day or so.',
  'If anything, it got worse.',
  'The result is the same.',
  'That cannot be all, can it?',
];

/** A question of this title, which is about this situation. */
export function composeQuestion(topic: Topic, { title, situation }: Subject, random: Random): string {
  const parts = [paragraph(situation, ...random.some(topic.details, random.integer(1, 2)))];
  const fault = faultIn(topic, title);
  const snippet = topic.code?.find(([place]) => place === fault)?.[1];
  if (snippet !== undefined) parts.push(paragraph('Cut down to the essential, it looks like this:'), code(snippet));
  const attempts = random.some(topic.attempts, random.integer(0, 3));
  if (attempts.length === 1) parts.push(paragraph(`I have ${attempts[0]}.`, random.pick(FAILURES)));
  else if (attempts.length > 1)
    parts.push(
      paragraph('What I have done so far:'),
      `<ul>${attempts.map((attempt) => `<li>I have ${escapeText(attempt)}.</li>`).join('')}</ul>`,
      paragraph(random.pick(FAILURES)),
    );
  parts.push(paragraph(random.pick(REQUESTS)));
  return parts.join('\n');
}

const OPENINGS: readonly string[] = [
  'I had the same thing last year.',
  'This comes up often, and it is rarely what it looks like.',
  'Short answer: yes, and it can be mended.',
  'You are close.',
  'Your observation is right; the conclusion is not quite.',
  'Two things come together here.',
  'There is a simple explanation.',
  'I would not worry too much.',
  '',
];

const CLOSINGS: readonly string[] = [
  'Let us know how it goes.',
  'It is not elegant, but it has worked for me for years.',
  'If that changes nothing, add the details to your question.',
  'After that it should stay quiet.',
  'Try it on something that you can afford to lose first.',
  '',
  '',
];

/** @param title the question's: where it names a known fault, the answer is most likely about that */
export function composeAnswer(topic: Topic, title: string, random: Random): string {
  const fault = faultIn(topic, title);
  const isKnown = fault >= 0 && fault < topic.causes.length;
  const place = isKnown && random.chance(0.75) ? fault : random.integer(0, topic.causes.length - 1);
  const parts = [paragraph(random.pick(OPENINGS), topic.causes[place] ?? '')];
  const remedy = topic.remedies[place] ?? random.pick(topic.remedies);
  const further = random.pick(topic.remedies);
  parts.push(
    paragraph(remedy, further !== remedy && random.chance(0.25) ? `Besides: ${further}` : '', random.pick(CLOSINGS)),
  );
  return parts.join('\n');
}

/** Who says what to whom. */
export interface CommentSituation {
  on: 'question' | 'answer';
  /** Whether the post's owner speaks. */
  byOwner: boolean;
  /** The name of the person replied to. */
  to?: string;
}

const owners = (topic: Topic, random: Random): string =>
  random.pick([
    `I should have said so: ${random.pick(topic.details)}`,
    `Thanks, I will try that tonight. ${random.pick(topic.details)}`,
    `Yes, also ${random.pick(topic.moments)}.`,
    `Good point, I have added it. ${random.pick(topic.details)}`,
    `I have ${random.pick(topic.attempts)}, as you said. ${random.pick(FAILURES)}`,
  ]);
const onQuestions = (topic: Topic, random: Random): string =>
  random.pick([
    `Does it also happen ${random.pick(topic.moments)}?`,
    `Have you ${random.pick(topic.attempts)}? That would rule out a lot.`,
    `A picture or some figures would help.`,
    `Just a guess: ${random.pick(topic.causes)}`,
    `I see the same, only ${random.pick(topic.moments)}.`,
    `Welcome! ${random.pick(topic.remedies)} Then tell us what has changed.`,
    `Is there a reason why you want to do this ${random.pick(topic.limits)}?`,
  ]);
const onAnswers = (topic: Topic, random: Random): string =>
  random.pick([
    `That was it. Thank you!`,
    `Does this still hold ${random.pick(topic.moments)}?`,
    `I would add: ${random.pick(topic.remedies)}`,
    `Are you sure? As far as I know: ${random.pick(topic.causes)}`,
    `Worked on the first try. ${random.pick(topic.details)}`,
    `Could you say a word about why? I thought this was a matter of ${random.pick(topic.companions)}.`,
    `+1 for the second sentence alone.`,
    `I have ${random.pick(topic.attempts)} & it is better, though not gone.`,
  ]);

export function composeComment(topic: Topic, situation: CommentSituation, random: Random): string {
  const text = (situation.byOwner ? owners : situation.on === 'question' ? onQuestions : onAnswers)(topic, random);
  return escapeText(situation.to === undefined ? text : `@${situation.to.replace(/\s+/g, '')} ${text}`);
}

/** Why questions are closed. */
export const CLOSE_REASONS: readonly string[] = [
  'Duplicate',
  'Needs details or clarity',
  'Opinion-based',
  'Needs more focus',
  'Off-topic here',
];
