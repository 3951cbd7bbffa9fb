import { useId } from 'react';

interface Option<Value extends string> {
  value: Value;
  label: string;
}

interface Props<Value extends string> {
  legend: string;
  value: Value;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
}

/** One of a few, all in sight. */
export function Choices<Value extends string>({ legend, value, options, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="s-check-control">
          <input
            type="radio"
            className="s-radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

interface SelectProps<Value extends string> {
  label: string;
  hint?: string | undefined;
  value: Value;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
}

/** One of several, in a list that opens; the label stands beside it. */
export function Select<Value extends string>({ label, hint, value, options, onChange }: SelectProps<Value>) {
  const id = useId();
  return (
    <div className="setting">
      <div className="setting--words">
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <p className="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
      <div className="s-select">
        <select
          id={id}
          value={value}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
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

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The value in words, shown and read out. */
  valueText: string;
  onChange: (value: number) => void;
}

/** A value between two ends; what it means is said beside it. */
export function Slider({ label, value, min, max, step, valueText, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className="setting">
      <label className="setting--words" htmlFor={id}>
        {label}
      </label>
      <div className="slider">
        <input
          id={id}
          type="range"
          min={min}
          max={max}
          step={step}
          value={value}
          aria-valuetext={valueText}
          onChange={(event) => onChange(Number(event.target.value))}
        />
        <output htmlFor={id} aria-hidden="true">
          {valueText}
        </output>
      </div>
    </div>
  );
}
