import type { Settings } from '../../../common/contract/contract.ts';
import { Slider } from '../../widgets/choices.tsx';
import { useChangeSettings } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { useDebouncedCommit } from '../use-debounced-commit.ts';
import { stepOfWeight, USUAL_STEP, WEIGHT_STEPS, weightWords } from './polling-words.ts';

type Weights = Settings['pollingWeights'];

/** Lets the person say what matters more and what less; the agent plans anew at once. */
export function PollingWeights({ weights }: { weights: Weights }) {
  const words = useWords();
  const change = useChangeSettings();
  const [shown, setShown] = useDebouncedCommit(weights, (pollingWeights) => change.mutate({ pollingWeights }));
  return (
    <fieldset className="weights">
      <legend>{words('settings.polling.weights')}</legend>
      <p className="hint">{words('settings.polling.weightsAbout')}</p>
      {(['inbox', 'reputation', 'watches'] as const).map((what) => {
        return (
          <Slider
            key={what}
            label={words(`settings.polling.weightOf.${what}`)}
            value={stepOfWeight(shown[what])}
            min={0}
            max={WEIGHT_STEPS.length - 1}
            step={1}
            valueText={weightWords(words, shown[what])}
            onChange={(to) => setShown({ ...shown, [what]: 2 ** (to - USUAL_STEP) })}
          />
        );
      })}
    </fieldset>
  );
}
