import { IconClearSm } from '@stackoverflow/stacks-icons/icons';
import type { KeyboardEvent } from 'react';
import { useWords } from '../appearance/language.tsx';
import { Combobox, type ComboboxProps } from './combobox.tsx';
import { Icon } from './icon.tsx';

export interface ChipsProps extends Pick<ComboboxProps, 'label' | 'note' | 'hint' | 'problem' | 'placeholder'> {
  values: string[];
  onChange: (values: string[]) => void;
  /** What is typed and not entered yet; it belongs to the form, which enters it when it is sent. */
  text: string;
  onText: (text: string) => void;
  /** What typed text becomes; an empty text is not entered. */
  normal: (text: string) => string;
  options?: ComboboxProps['options'];
}

/**
 * A field for several values: Enter, a comma or a completion enters one; Backspace in the empty field takes the last
 * back.
 */
export function ChipsField(props: ChipsProps) {
  const { values, onChange, text, onText, normal, options = [], placeholder, ...field } = props;
  const words = useWords();
  const enter = (typed: string) => {
    const value = normal(typed);
    if (value !== '' && !values.includes(value)) onChange([...values, value]);
    onText('');
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if ((event.key === 'Enter' || event.key === ',') && text.trim() !== '') {
      event.preventDefault();
      enter(text);
    } else if (event.key === 'Backspace' && text === '') onChange(values.slice(0, -1));
  };
  return (
    <Combobox
      {...field}
      value={text}
      onChange={onText}
      onTake={enter}
      onKey={onKey}
      // Not when the focus goes to a button: another chip could move it away from under the pointer.
      onLeave={(to) => text.trim() !== '' && !(to instanceof HTMLButtonElement) && enter(text)}
      options={options}
      placeholder={values.length === 0 ? placeholder : undefined}
      chosen={
        values.length > 0 && (
          <ul className="chips" aria-label={words('common.selected', { label: field.label })}>
            {values.map((value) => (
              <li key={value} className="tag">
                {value}
                <button
                  type="button"
                  className="tag--remove"
                  aria-label={words('common.remove', { value })}
                  onClick={() => onChange(values.filter((other) => other !== value))}
                >
                  <Icon svg={IconClearSm} />
                </button>
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}
