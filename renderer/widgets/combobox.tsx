import { Combobox as AriaCombobox, ComboboxItem, ComboboxList, useComboboxStore, useStoreState } from '@ariakit/react';
import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useWords } from '../appearance/language.tsx';
import { useDescription } from './field.tsx';

export interface Option {
  value: string;
  /** Said after the value, e.g. how often a tag is used. */
  detail?: string;
}

export interface ComboboxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: Option[];
  /** Said instead of a list: nothing found, still looking, could not look. */
  note?: string | undefined;
  problem?: string | undefined;
  placeholder?: string | undefined;
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

/**
 * The completions, open or not. Without any the list stays closed, but is still `wanted`: the note is shown instead.
 */
function useCompletions(value: string, onChange: (value: string) => void, options: Option[]) {
  const [wanted, setWanted] = useState(false);
  const open = wanted && options.length > 0;
  const store = useComboboxStore({
    open,
    setOpen: setWanted,
    inputValue: value,
    setInputValue: onChange,
    // From the last completion, the arrow leads to the first and not to the text.
    includesBaseElement: false,
  });
  return { store, open, wanted, close: () => setWanted(false) };
}

/**
 * The list of completions: the field keeps the focus, so the pointer must not take it away before the click arrives.
 */
function Completions({
  store,
  label,
  options,
  onTake,
}: {
  store: ReturnType<typeof useComboboxStore>;
  label: string;
  options: Option[];
  onTake: (value: string) => void;
}) {
  const words = useWords();
  const active = useStoreState(store, 'activeValue');
  return (
    <ComboboxList store={store} className="combobox--list" aria-label={words('common.suggestions', { label })}>
      {options.map(({ value, detail }) => (
        <ComboboxItem
          key={value}
          value={value}
          setValueOnClick={false}
          selectValueOnClick={false}
          aria-selected={value === active}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(value)}
        >
          <span>{value}</span>
          {detail !== undefined && <span className="combobox--detail">{detail}</span>}
        </ComboboxItem>
      ))}
    </ComboboxList>
  );
}

/** A text field with a list of completions: arrows choose, Enter or a click takes, Escape closes. */
export function Combobox(props: ComboboxProps) {
  const { label, value, onChange, options, note, problem, hint, chosen, onTake, onKey, onLeave, ...input } = props;
  const { id, hinted, faulted, describedBy } = useDescription(hint, problem);
  const { store, open, wanted, close } = useCompletions(value, onChange, options);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape' || !wanted) return onKey?.(event);
    event.stopPropagation();
    close();
  };
  return (
    <div className={`field combobox ${problem === undefined ? '' : 'has-error'}`}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="combobox--box">
        <div className={chosen === undefined ? undefined : 'chips-input'}>
          {chosen}
          <AriaCombobox
            {...input}
            store={store}
            id={id}
            className="input"
            aria-invalid={problem !== undefined}
            aria-describedby={describedBy}
            autoComplete="list"
            autoCapitalize="none"
            spellCheck={false}
            showOnClick={false}
            onKeyDown={onKeyDown}
            onBlur={(event) => {
              close();
              onLeave?.(event.relatedTarget);
            }}
          />
        </div>
        <Completions store={store} label={label} options={options} onTake={onTake ?? onChange} />
      </div>
      {hinted}
      <p className="hint" role="status">
        {wanted && !open ? note : ''}
      </p>
      {faulted}
    </div>
  );
}
