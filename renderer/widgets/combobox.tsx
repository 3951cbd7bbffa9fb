import { useId, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useWords } from '../appearance/language.tsx';

export interface Option {
  value: string;
  /** Said after the value, e.g. how often a tag is used. */
  detail?: string;
}

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: Option[];
  /** Said instead of a list: nothing found, still looking, could not look. */
  note?: string | undefined;
  problem?: string | undefined;
  placeholder?: string;
  disabled?: boolean;
  hint?: string | undefined;
  /** What was chosen already; shown in front of the text. */
  chosen?: ReactNode;
  /** A completion was taken; without it the text becomes the completion. */
  onTake?: (value: string) => void;
  /** Keys that the list does not use. */
  onKey?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** The focus went elsewhere. */
  onLeave?: (to: EventTarget | null) => void;
}

/** A text field with a list of completions (the ARIA combobox pattern): arrows choose, Enter or a click takes, Escape closes. */
export function Combobox({
  label,
  value,
  onChange,
  options,
  note,
  problem,
  placeholder,
  disabled = false,
  hint,
  chosen,
  onTake,
  onKey,
  onLeave,
}: Props) {
  const id = useId();
  const words = useWords();
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const active = open ? options[at] : undefined;

  const take = (option: Option) => {
    (onTake ?? onChange)(option.value);
    setOpen(false);
    setAt(-1);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) setOpen(true);
      if (options.length === 0) return;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt(at === -1 && step === -1 ? options.length - 1 : (at + step + options.length) % options.length);
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      take(active);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      setOpen(false);
      setAt(-1);
    } else onKey?.(event);
  };
  const describedBy = [hint === undefined ? '' : `${id}-hint`, problem === undefined ? '' : `${id}-problem`]
    .filter(Boolean)
    .join(' ');

  const showList = open && options.length > 0;
  return (
    <div className={`field combobox ${problem === undefined ? '' : 'has-error'}`}>
      <label className="s-label" htmlFor={id}>
        {label}
      </label>
      <div className="combobox--box">
        <div className={chosen === undefined ? undefined : 'chips-input'}>
          {chosen}
          <input
            id={id}
            className="s-input"
            role="combobox"
            aria-expanded={showList}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={active ? `${id}-${at}` : undefined}
            aria-invalid={problem !== undefined}
            aria-describedby={describedBy || undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={placeholder}
            disabled={disabled}
            value={value}
            onChange={(event) => {
              onChange(event.target.value);
              setOpen(true);
              setAt(-1);
            }}
            onKeyDown={onKeyDown}
            onBlur={(event) => {
              setOpen(false);
              onLeave?.(event.relatedTarget);
            }}
          />
        </div>
        <div
          className="combobox--list"
          role="listbox"
          id={`${id}-list`}
          aria-label={words('common.suggestions', { label })}
          hidden={!showList}
        >
          {options.map((option, index) => (
            // The field keeps the focus, so the pointer must not take it away before the click arrives.
            <button
              type="button"
              tabIndex={-1}
              key={option.value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(option)}
            >
              <span>{option.value}</span>
              {option.detail !== undefined && <span className="combobox--detail">{option.detail}</span>}
            </button>
          ))}
        </div>
      </div>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p className="hint" role="status">
        {open && !showList ? note : ''}
      </p>
      {problem !== undefined && (
        <p className="s-input-message" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}
