import { useDescription } from './field.tsx';

export interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** One of few, side by side. */
export function Segments<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <div className="segments" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

interface SelectProps<Value extends string> extends ChoiceProps<Value> {
  hint?: string | undefined;
}

/** One of several, in a list that opens; the label stands beside it. */
export function Select<Value extends string>({ label, hint, value, options, onChange }: SelectProps<Value>) {
  const { id, hinted, describedBy } = useDescription(hint);
  return (
    <div className="setting">
      <div className="setting--words">
        <label htmlFor={id}>{label}</label>
        {hinted}
      </div>
      <div className="select">
        <select
          id={id}
          value={value}
          aria-describedby={describedBy}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
