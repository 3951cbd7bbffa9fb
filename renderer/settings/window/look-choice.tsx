import { useId } from 'react';
import type { Settings } from '../../../common/contract/contract.ts';
import { useWords } from '../../appearance/language.tsx';

/** The looks, each with the themes that its picture is drawn in. */
const LOOKS = [
  ['system', ['light', 'dark']],
  ['light', ['light']],
  ['dark', ['dark']],
  ['contrast', ['contrast-dark']],
] as const satisfies [Settings['appearance'], string[]][];

interface Props {
  look: Settings['appearance'];
  onChange: (look: Settings['appearance']) => void;
}

/** One of the looks, each drawn as a small window. */
export function LookChoice({ look, onChange }: Props) {
  const words = useWords();
  const name = useId();
  return (
    <fieldset className="looks">
      <legend className="visually-hidden">{words('settings.appearance.legend')}</legend>
      {LOOKS.map(([one, themes]) => (
        <label key={one} className="look">
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={look === one}
            onChange={() => onChange(one)}
          />
          <span className="look--picture" aria-hidden="true">
            {themes.map((theme) => (
              <span key={theme} className="look--half" data-theme={theme} />
            ))}
          </span>
          {words(`settings.appearance.${one}`)}
        </label>
      ))}
    </fieldset>
  );
}
