import { useDescription } from './field.tsx';

interface Props {
  label: string;
  hint?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  /** Leaves only the switch in sight; the label is still read out. */
  compact?: boolean;
}

/** An on-off switch with its label. */
export function Switch({ label, hint, checked, disabled = false, onChange, compact = false }: Props) {
  const { id, hinted, describedBy } = useDescription(hint);
  return (
    <div className={compact ? 'switch switch__compact' : 'switch'}>
      <div className={compact ? 'visually-hidden' : 'switch--words'}>
        <label htmlFor={id}>{label}</label>
        {hinted}
      </div>
      <div className="switch--control">
        <input
          type="checkbox"
          role="switch"
          className="toggle"
          id={id}
          checked={checked}
          aria-checked={checked}
          disabled={disabled}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.target.checked)}
        />
      </div>
    </div>
  );
}
