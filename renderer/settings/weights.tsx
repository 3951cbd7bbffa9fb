import type { Settings } from '../../common/contract/contract.ts';
import { Slider } from '../components/choices.tsx';
import { useChangeSettings } from '../queries.ts';
import { useWords } from '../words.tsx';
import { useSettled } from './settled.ts';

type Weights = Settings['pollingWeights'];

/** Steps of a weight: each is twice the one before. */
const steps = ['muchLess', 'less', 'usual', 'more', 'muchMore'] as const;
const middle = 2;

/** Lets the person say what matters more and what less; the agent plans anew at once. */
export function PollingWeights({ weights }: { weights: Weights }) {
  const words = useWords();
  const change = useChangeSettings();
  const [shown, setShown] = useSettled(weights, (pollingWeights) => change.mutate({ pollingWeights }));
  return (
    <fieldset className="weights">
      <legend>{words('settings.polling.weights')}</legend>
      <p className="hint">{words('settings.polling.weightsAbout')}</p>
      {(['inbox', 'reputation', 'watches'] as const).map((what) => {
        const step = Math.min(steps.length - 1, Math.max(0, Math.round(Math.log2(shown[what])) + middle));
        return (
          <Slider
            key={what}
            label={words(`settings.polling.weightOf.${what}`)}
            value={step}
            min={0}
            max={steps.length - 1}
            step={1}
            said={words(`settings.polling.weight.${steps[step] ?? 'usual'}`)}
            onChange={(to) => setShown({ ...shown, [what]: 2 ** (to - middle) })}
          />
        );
      })}
    </fieldset>
  );
}
