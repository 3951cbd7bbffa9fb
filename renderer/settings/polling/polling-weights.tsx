import type { Settings } from '../../../common/contract/contract.ts';
import { Slider } from '../../widgets/choices.tsx';
import { useChangeSettings } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { useDebouncedCommit } from '../use-debounced-commit.ts';

type Weights = Settings['pollingWeights'];

/** Steps of a weight: each is twice the one before. */
const WEIGHT_STEPS = ['muchLess', 'less', 'usual', 'more', 'muchMore'] as const;
const USUAL_STEP = 2;

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
        const step = Math.min(WEIGHT_STEPS.length - 1, Math.max(0, Math.round(Math.log2(shown[what])) + USUAL_STEP));
        return (
          <Slider
            key={what}
            label={words(`settings.polling.weightOf.${what}`)}
            value={step}
            min={0}
            max={WEIGHT_STEPS.length - 1}
            step={1}
            valueText={words(`settings.polling.weight.${WEIGHT_STEPS[step] ?? 'usual'}`)}
            onChange={(to) => setShown({ ...shown, [what]: 2 ** (to - USUAL_STEP) })}
          />
        );
      })}
    </fieldset>
  );
}
