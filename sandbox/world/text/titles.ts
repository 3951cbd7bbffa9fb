import type { Random } from '../random.ts';
import { capitalized, thirdPerson } from './grammar.ts';
import type { Topic } from './topics/topic.ts';

/** What a question is about, so that its body can go on where the title stops. */
export interface Subject {
  title: string;
  /** The situation in one sentence. */
  situation: string;
}

type TitleMaker = (topic: Topic, random: Random) => Subject;

const drawTrouble = (topic: Topic, random: Random) => {
  const [thing, ...troubles] = random.pick(topic.faults);
  const trouble = random.pick(troubles);
  const moment = random.pick(topic.moments);
  return {
    thing,
    trouble,
    does: thirdPerson(trouble),
    moment,
    situation: `${capitalized(thing)} ${thirdPerson(trouble)} ${moment}.`,
  };
};

const statement: TitleMaker = (topic, random) => {
  const { thing, does, moment, situation } = drawTrouble(topic, random);
  return { title: `${capitalized(thing)} ${does} ${moment}`, situation };
};

const troubleTitles: readonly TitleMaker[] = [
  statement,
  statement,
  (topic, random) => {
    const { thing, trouble, moment, situation } = drawTrouble(topic, random);
    return { title: `Why does ${thing} ${trouble} ${moment}?`, situation };
  },
  (topic, random) => {
    const { thing, does, moment, situation } = drawTrouble(topic, random);
    return { title: `How can I find out why ${thing} ${does} ${moment}?`, situation };
  },
  (topic, random) => {
    const { thing, does, moment, situation } = drawTrouble(topic, random);
    return { title: `Is it normal that ${thing} ${does} ${moment}?`, situation };
  },
];

const goalTitles: readonly TitleMaker[] = [
  (topic, random) => {
    const goal = random.pick(topic.goals);
    const limit = random.pick(topic.limits);
    return { title: `How do I ${goal} ${limit}?`, situation: `I would like to ${goal}, ${limit}.` };
  },
  (topic, random) => {
    const goal = random.pick(topic.goals);
    const limit = random.pick(topic.limits);
    return {
      title: `What is a good way to ${goal} ${limit}?`,
      situation: `Now and then I have to ${goal}, if possible ${limit}.`,
    };
  },
  (topic, random) => {
    const [one, other, purpose] = random.pick(topic.rivals);
    return {
      title: `${capitalized(one)} or ${other} ${purpose}?`,
      situation: `I cannot decide between ${one} and ${other} ${purpose}.`,
    };
  },
  (topic, random) => {
    const [one, other, purpose] = random.pick(topic.rivals);
    return {
      title: `What speaks for ${one} over ${other} ${purpose}?`,
      situation: `Everyone seems to prefer ${one} to ${other} ${purpose}.`,
    };
  },
];

const draw: TitleMaker = (topic, random) =>
  random.pick(random.chance(0.72) ? troubleTitles : goalTitles)(topic, random);

/** How often a plain title is tried, and then one with a detail added, before titles get numbers. */
const PLAIN_ATTEMPTS = 25;
const DETAILED_ATTEMPTS = 50;

/**
 * A question's title in plain text, other than any that `isTaken` knows.
 * @param isTaken whether the site has a question of this title
 */
export function composeSubject(topic: Topic, random: Random, isTaken: (title: string) => boolean): Subject {
  for (let attempt = 0; attempt < PLAIN_ATTEMPTS + DETAILED_ATTEMPTS; attempt += 1) {
    const subject = draw(topic, random);
    const detail = random.pick(topic.details).replace(/\.$/, '');
    const title = attempt < PLAIN_ATTEMPTS ? subject.title : `${subject.title} (${detail})`;
    if (!isTaken(title)) return { ...subject, title };
  }
  const subject = draw(topic, random);
  for (let turn = 2; ; turn += 1) {
    const title = `${subject.title} (case ${turn})`;
    if (!isTaken(title)) return { ...subject, title };
  }
}
