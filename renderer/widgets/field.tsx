import { useId } from 'react';
import type { InputHTMLAttributes, ReactNode } from 'react';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  /** Puts the hint under the field, where fields stand side by side. */
  hintBelow?: boolean;
  /** What is wrong with the value; said at the field. */
  problem?: string | undefined;
}

/** Hint and problem of a field, with the ids by which it names them as its description. */
export function useDescription(hint: ReactNode, problem?: string) {
  const id = useId();
  const part = (name: string, className: string, text: ReactNode) =>
    text !== undefined && (
      <p className={className} id={`${id}-${name}`}>
        {text}
      </p>
    );
  const ids = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`].filter(Boolean).join(' ');
  return {
    id,
    hinted: part('hint', 'hint', hint),
    faulted: part('problem', 'field--problem', problem),
    describedBy: ids || undefined,
  };
}

/** A text field with its label, a hint and, when something is wrong, the problem in words. */
export function Field({ label, value, onChange, hint, hintBelow = false, problem, ...input }: Props) {
  const { id, hinted, faulted, describedBy } = useDescription(hint, problem);
  return (
    <div className={`field ${problem === undefined ? '' : 'has-error'}`}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {!hintBelow && hinted}
      <input
        {...input}
        id={id}
        className="input"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={problem !== undefined}
        aria-describedby={describedBy}
        autoComplete="off"
        spellCheck={false}
      />
      {hintBelow && hinted}
      {faulted}
    </div>
  );
}
