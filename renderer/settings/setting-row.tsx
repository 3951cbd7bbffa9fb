import { useId, type ReactNode } from 'react';
import { useWords } from '../appearance/language.tsx';
import type { SectionName } from './pages.ts';

interface SectionProps {
  id: SectionName;
  /** Said at the end of the heading. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A card of rows, named by the heading above it. */
export function Section({ id, aside, children }: SectionProps) {
  const words = useWords();
  const heading = useId();
  return (
    <section className="settings--section" id={`settings-${id}`} aria-labelledby={heading} tabIndex={-1} data-form>
      <div className="settings--heading">
        <h2 id={heading}>{words(`settings.headings.${id}`)}</h2>
        {aside !== undefined && <p className="hint">{aside}</p>}
      </div>
      <div className="card settings--card">{children}</div>
    </section>
  );
}

interface RowProps {
  label: string;
  hint?: ReactNode;
  children: ReactNode;
}

/** A setting: what it is called and does, and its controls at the end. */
export function Row({ label, hint, children }: RowProps) {
  const id = useId();
  return (
    <div className="setting" role="group" aria-labelledby={id}>
      <div className="setting--words">
        <span id={id}>{label}</span>
        {hint !== undefined && <div className="hint">{hint}</div>}
      </div>
      <div className="setting--end">{children}</div>
    </div>
  );
}

interface SegmentsProps<Value extends string> {
  value: Value;
  options: readonly Value[];
  label: (option: Value) => string;
  onChange: (value: Value) => void;
}

/** One of a few, side by side; its row names it. */
export function Segments<Value extends string>({ value, options, label, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div className="segments">
      {options.map((option) => (
        <label key={option}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={option}
            checked={value === option}
            onChange={() => onChange(option)}
          />
          {label(option)}
        </label>
      ))}
    </div>
  );
}

/** Choices of earlier versions that have no control any more: they are obeyed until the person clears them. */
export function Exceptions({ what, onClear }: { what: readonly string[]; onClear: () => void }) {
  const words = useWords();
  return (
    <span className="settings--exceptions">
      {words('settings.exceptionsSome', { count: what.length, what: what.join(', ') })}{' '}
      <button type="button" className="btn btn__link" onClick={onClear}>
        {words('inbox.filters.clear')}
      </button>
    </span>
  );
}
