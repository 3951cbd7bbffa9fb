import { escapeText } from 'entities';
import type { Random } from '../random.ts';
import sentences from './sentences.json' with { type: 'json' };
import type { Topic } from './sites.ts';

/** Subject of a question: its title, and the situation in one sentence, so that the body can go on from the title. */
export interface Subject {
  title: string;
  situation: string;
}

const IRREGULAR_VERBS: Readonly<Record<string, string>> = { be: 'is', have: 'has', do: 'does', go: 'goes' };

/**
 * A verb phrase in the base form, for a singular subject: "skip under load" → "skips under load",
 * "not hold its pressure" → "does not hold its pressure".
 */
export function thirdPerson(phrase: string): string {
  const [verb = '', ...rest] = phrase.split(' ');
  if (verb === 'never') return `never ${thirdPerson(rest.join(' '))}`;
  if (verb === 'not') return ['does', verb, ...rest].join(' ');
  const inflected =
    IRREGULAR_VERBS[verb] ??
    (/[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : /(?:s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`);
  return [inflected, ...rest].join(' ');
}

/** Begins with a capital letter, except where the first word is code or quoted: "std::map", "os.path", "forEach". */
export function capitalized(phrase: string): string {
  const first = phrase.split(' ')[0] ?? '';
  return /[:_./"<>[*]|\p{Ll}\p{Lu}/u.test(first) ? phrase : phrase.slice(0, 1).toUpperCase() + phrase.slice(1);
}

/** Draws the words that the title of a question has places for: a trouble, a goal, or two rivals. */
function drawWords(title: string, topic: Topic, random: Random): Record<string, string> {
  if (title.includes('{moment}')) {
    const [thing, ...troubles] = random.pick(topic.faults);
    const trouble = random.pick(troubles);
    const moment = random.pick(topic.moments);
    return { thing, Thing: capitalized(thing), trouble, does: thirdPerson(trouble), moment };
  }
  if (title.includes('{goal}')) return { goal: random.pick(topic.goals), limit: random.pick(topic.limits) };
  const [one, other, purpose] = random.pick(topic.rivals);
  return { one, One: capitalized(one), other, purpose };
}

const fill = (template: string, wordAt: (place: string) => string | undefined): string =>
  template.replace(/\{(\w+)\}/g, (_, place: string) => wordAt(place) ?? '');

function drawSubject(topic: Topic, random: Random): Subject {
  const { troubles, choices } = sentences.titles;
  const { title, situation } = random.pick(random.chance(0.72) ? troubles : choices);
  const words = drawWords(title, topic, random);
  return { title: fill(title, (place) => words[place]), situation: fill(situation, (place) => words[place]) };
}

/** Attempts until titles get a detail added, and until they get a number instead. */
const PLAIN_ATTEMPTS = 25;
const DETAILED_ATTEMPTS = 75;

/**
 * A question's title in plain text, other than any that `isTaken` knows.
 * @param isTaken whether the site has a question of this title
 */
export function composeSubject(topic: Topic, random: Random, isTaken: (title: string) => boolean): Subject {
  for (let attempt = 0; ; attempt += 1) {
    const subject = drawSubject(topic, random);
    const detail = random.pick(topic.details).replace(/\.$/, '');
    const title =
      attempt < PLAIN_ATTEMPTS
        ? subject.title
        : `${subject.title} (${attempt < DETAILED_ATTEMPTS ? detail : `case ${attempt - DETAILED_ATTEMPTS + 2}`})`;
    if (!isTaken(title)) return { ...subject, title };
  }
}

const paragraph = (...parts: readonly string[]): string =>
  `<p>${escapeText(parts.filter((sentence) => sentence !== '').join(' '))}</p>`;

/** The place of the fault that a question's title names, or -1. */
const faultIn = (topic: Topic, title: string): number =>
  topic.faults.findIndex(([thing]) => title.toLowerCase().includes(thing.toLowerCase()));

/** Composes the HTML of a question of this title, which is about this situation. */
export function composeQuestion(topic: Topic, { title, situation }: Subject, random: Random): string {
  const { failures, requests } = sentences;
  const parts = [paragraph(situation, ...random.some(topic.details, random.integer(1, 2)))];
  const fault = faultIn(topic, title);
  const snippet = topic.code?.find(([place]) => place === fault)?.[1];
  if (snippet !== undefined)
    parts.push(
      paragraph('Cut down to the essential, it looks like this:'),
      `<pre><code>${escapeText(snippet)}</code></pre>`,
    );
  const attempts = random.some(topic.attempts, random.integer(0, 3));
  if (attempts.length === 1) parts.push(paragraph(`I have ${attempts[0]}.`, random.pick(failures)));
  else if (attempts.length > 1)
    parts.push(
      paragraph('What I have done so far:'),
      `<ul>${attempts.map((attempt) => `<li>I have ${escapeText(attempt)}.</li>`).join('')}</ul>`,
      paragraph(random.pick(failures)),
    );
  parts.push(paragraph(random.pick(requests)));
  return parts.join('\n');
}

/**
 * Composes the HTML of an answer.
 * @param title the question's: where it names a known fault, the answer is most likely about that
 */
export function composeAnswer(topic: Topic, title: string, random: Random): string {
  const fault = faultIn(topic, title);
  const isKnown = fault >= 0 && fault < topic.causes.length;
  const place = isKnown && random.chance(0.75) ? fault : random.integer(0, topic.causes.length - 1);
  const cause = paragraph(random.pick(sentences.openings), topic.causes[place] ?? '');
  const remedy = topic.remedies[place] ?? random.pick(topic.remedies);
  const other = random.pick(topic.remedies);
  const further = other !== remedy && random.chance(0.25) ? `Besides: ${other}` : '';
  return `${cause}\n${paragraph(remedy, further, random.pick(sentences.closings))}`;
}

/**
 * Composes the HTML of a comment by the post's owner, or by somebody else on a question or answer.
 * @param to name of the person replied to
 */
export function composeComment(
  topic: Topic,
  speaker: keyof typeof sentences.comments,
  random: Random,
  to?: string,
): string {
  const { companions, moments, limits, attempts, causes, remedies, details } = topic;
  const { failures, comments } = sentences;
  const lists = new Map(Object.entries({ companions, moments, limits, attempts, causes, remedies, details, failures }));
  const text = random.pick(
    comments[speaker].map((comment) => fill(comment, (list) => random.pick(lists.get(list) ?? []))),
  );
  return escapeText(to === undefined ? text : `@${to.replace(/\s+/g, '')} ${text}`);
}

/** Why questions are closed. */
export const CLOSE_REASONS: readonly string[] = sentences.closeReasons;
