import { useState, type FormEvent } from 'react';
import type { AppState, NetworkChoice } from '../../common/contract/contract.ts';
import { useWords } from '../appearance/language.tsx';
import { NetworkFieldset } from './network-fieldset.tsx';
import { checkNetwork, EMPTY_FIELDS, type FieldProblems, type NetworkFields } from './network-form.ts';

/** Networks that ask for something to be typed. */
export type TypedKind = 'stackexchange' | 'other';

/** What was typed, for coming back from a dialog that failed; the key is not kept. */
let typed: NetworkFields | undefined;
/** Kind of the network that was typed; undefined once the form was left for another way. */
let kindTyped: TypedKind | undefined;

/** Kind of the network whose form a sign-in comes back to, while this page lives. */
export const typedKind = (): TypedKind | undefined => kindTyped;

interface Props {
  /** The kind that is chosen at first. */
  kind: TypedKind;
  /** The network used last: a client id that was registered once serves for the next one, too. */
  last: AppState['network'];
  isBuiltIn: boolean;
  busy: boolean;
  onSignIn: (choice: NetworkChoice) => void;
  onBack: () => void;
}

/** The form of a network other than the demo. */
export function OtherNetwork({ kind: wanted, last, isBuiltIn, busy, onSignIn, onBack }: Props) {
  const words = useWords();
  const [kind, setKind] = useState(wanted);
  const [fields, setFields] = useState<NetworkFields>(
    () => typed ?? { ...EMPTY_FIELDS, clientId: last?.kind === 'demo' ? '' : (last?.clientId ?? '') },
  );
  const [problems, setProblems] = useState<FieldProblems>({});
  const own = words(isBuiltIn ? 'welcome.stackexchangeOwnName' : 'welcome.stackexchangeName');
  const ownAbout = words(isBuiltIn ? 'welcome.stackexchangeOwnAbout' : 'welcome.stackexchangeAbout');
  const choices = [
    ['stackexchange', own, ownAbout],
    ['other', words('welcome.otherName'), words('welcome.otherAbout')],
  ] as const;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const checked = checkNetwork(words, kind, fields);
    if ('choice' in checked) {
      setProblems({});
      typed = { ...fields, key: '' };
      kindTyped = kind;
      onSignIn(checked.choice);
      return;
    }
    setProblems(checked.problems);
    // Fields stand in the order of the form, so the first invalid one is the first to mend.
    const form = event.currentTarget;
    requestAnimationFrame(() => form.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus());
  };
  const leave = () => {
    kindTyped = undefined;
    onBack();
  };
  return (
    <form noValidate onSubmit={submit}>
      <fieldset className="networks">
        <legend className="visually-hidden">{words('welcome.which')}</legend>
        {choices.map(([one, name, about]) => (
          <label key={one} className={`card network ${one === kind ? 'is-chosen' : ''}`}>
            <input
              type="radio"
              className="radio"
              name="network"
              checked={one === kind}
              onChange={() => {
                setKind(one);
                setProblems({});
              }}
            />
            <strong>{name}</strong>
            <span className="hint">{about}</span>
          </label>
        ))}
      </fieldset>
      <NetworkFieldset
        kind={kind}
        fields={fields}
        problems={problems}
        onChange={(change) => setFields({ ...fields, ...change })}
      />
      <div className="welcome--actions">
        <button type="submit" className="btn btn__big btn__main" disabled={busy}>
          {words('welcome.signIn')}
        </button>
        <button type="button" className="btn btn__big" onClick={leave}>
          {words('welcome.back')}
        </button>
      </div>
    </form>
  );
}
