import type { ReactNode } from 'react';
import type { WatchAlert } from '../../../common/contract/contract.ts';
import { useWords } from '../../appearance/language.tsx';
import { Segments, type ChoiceProps } from '../../widgets/choices.tsx';
import { WATCH_ALERTS } from '../watch-words.ts';

/** A line of options: what it is about, and segments to choose from. */
export function SegmentsLine<Value extends string>(props: ChoiceProps<Value>) {
  return (
    <div className="options--line">
      <span aria-hidden="true">{props.label}</span>
      <Segments {...props} />
    </div>
  );
}

/** What happens with a match: alike for a watch, in its form and in the import. */
export function AlertLine(props: { value: WatchAlert; onChange: (alert: WatchAlert) => void }) {
  const words = useWords();
  const options = WATCH_ALERTS.map((value) => ({ value, label: words(`watches.alerts.${value}`) }));
  return <SegmentsLine {...props} label={words('watches.form.alert')} options={options} />;
}

/** A line of options with a field of its own, which is labelled and described by it. */
export function FieldLine({
  id,
  label,
  hint,
  problem,
  children,
}: {
  id: string;
  label: string;
  hint: string;
  problem?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={`options--line ${problem === undefined ? '' : 'has-error'}`}>
      <div>
        <label htmlFor={id}>{label}</label>
        <p className={problem === undefined ? 'hint' : 'field--problem'} id={`${id}-hint`}>
          {problem ?? hint}
        </p>
      </div>
      {children}
    </div>
  );
}
