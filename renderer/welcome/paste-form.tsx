import { useCallback, useId, useState } from 'react';
import type { FormEvent } from 'react';
import type { AppState } from '../../common/contract/contract.ts';
import { Field } from '../widgets/field.tsx';
import { failureLine } from '../feedback/plain-error.ts';
import { useAgentMutation } from '../agent/queries.ts';
import { useWords } from '../appearance/language.tsx';
import { useClipboardAddress } from './use-clipboard-address.ts';

export type SignIn = NonNullable<AppState['signIn']>;

/** Whether the dialog ends with a code, which only the whole address has. */
const asksForCode = ({ dialogUrl }: SignIn): boolean => dialogUrl.includes('code_challenge=');

/** Where the address of a dialog's end is pasted. `problem` is what is wrong with the last try. */
export function PasteForm({ signIn, problem }: { signIn: SignIn; problem?: string | undefined }) {
  const words = useWords();
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const paste = useAgentMutation((client, pasted: string) => client.session.paste({ text: pasted }), {
    shownInPlace: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(text.trim() === '');
    if (text.trim() !== '') paste.mutate(text.trim());
  };
  return (
    <form noValidate onSubmit={submit}>
      <Field
        label={words('welcome.signingIn.address')}
        hint={words(asksForCode(signIn) ? 'welcome.signingIn.addressWhole' : 'welcome.signingIn.addressHint')}
        value={text}
        onChange={(value) => {
          setText(value);
          setMissing(false);
        }}
        problem={missing ? words('welcome.signingIn.addressMissing') : (failureLine(paste.error, words) ?? problem)}
      />
      <button type="submit" className="btn btn__line" disabled={paste.isPending}>
        {words(paste.isPending ? 'settings.diagnostics.checking' : 'welcome.signingIn.finish')}
      </button>
    </form>
  );
}

/** Lets Askbell look for the address on the clipboard when the person comes back. */
export function FromClipboard({ signIn }: { signIn: SignIn }) {
  const words = useWords();
  const id = useId();
  const { mutate } = useAgentMutation((client, pasted: string) => client.session.paste({ text: pasted }));
  const take = useCallback((address: string) => mutate(address), [mutate]);
  const { isOn, allow } = useClipboardAddress(signIn.dialogUrl, take);
  return (
    <div className="check">
      <input
        type="checkbox"
        className="checkbox"
        id={id}
        checked={isOn}
        aria-describedby={`${id}-hint`}
        onChange={(event) => allow(event.target.checked)}
      />
      <label htmlFor={id}>{words('welcome.signingIn.clipboard')}</label>
      <p className="hint" id={`${id}-hint`}>
        {words('welcome.signingIn.clipboardHint')}
      </p>
    </div>
  );
}
