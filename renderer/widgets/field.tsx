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

/** A text field with its label, a hint and, when something is wrong, the problem in words. */
export function Field({ label, value, onChange, hint, hintBelow = false, problem, ...input }: Props) {
  const id = useId();
  const describedBy = [hint === undefined ? '' : `${id}-hint`, problem === undefined ? '' : `${id}-problem`]
    .filter(Boolean)
    .join(' ');
  const hinted = hint !== undefined && (
    <p className="hint" id={`${id}-hint`}>
      {hint}
    </p>
  );
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
        aria-describedby={describedBy || undefined}
        autoComplete="off"
        spellCheck={false}
      />
      {hintBelow && hinted}
      {problem !== undefined && (
        <p className="field--problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}
