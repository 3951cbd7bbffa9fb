import type { Target } from '../target.ts';
import { answerTargets } from './answers.ts';
import { contractTargets } from './contract.ts';
import { dumpTargets } from './dump.ts';
import { frameTargets } from './frames.ts';
import { keptTargets } from './kept.ts';
import { pollTargets } from './polls.ts';
import { signInTargets } from './sign-in.ts';
import { typedTargets } from './typed.ts';

/** Everything that takes what others wrote. */
export const TARGETS: readonly Target[] = [
  ...answerTargets,
  ...signInTargets,
  ...contractTargets,
  ...keptTargets,
  ...typedTargets,
  ...dumpTargets,
  ...frameTargets,
  ...pollTargets,
];
