import { IconBell } from '@stackoverflow/stacks-icons/icons';
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { AppState } from '../../electron/contract.ts';
import { Field } from '../components/field.tsx';
import { Icon } from '../components/icon.tsx';
import { OutsideLink, isWebAddress } from '../components/outside-link.tsx';
import { plainError } from '../components/plain-error.ts';
import { useAct } from '../queries.ts';

type SignIn = NonNullable<AppState['signIn']>;

/** The two steps where the dialog runs in a browser and its end comes back by hand. */
function Paste({ signIn }: { signIn: SignIn }) {
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const paste = useAct((client, pasted: string) => client.session.paste({ text: pasted }), { shownInPlace: true });
  const failed = paste.error ? `${plainError(paste.error).message} ${plainError(paste.error).advice}` : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(text.trim() === '');
    if (text.trim() !== '') paste.mutate(text.trim());
  };
  return (
    <ol className="steps">
      <li>
        <h2>Sign in and approve</h2>
        <p>The dialog opens in a new tab. It says what Askbell asks for: reading your inbox, and staying signed in.</p>
        {isWebAddress(signIn.dialogUrl) && (
          <OutsideLink className="s-btn s-btn__filled" href={signIn.dialogUrl}>
            Open the sign-in dialog
          </OutsideLink>
        )}
      </li>
      <li>
        <h2>Bring the answer back</h2>
        <p>When the tab says that you are signed in, copy its whole address from the address bar and paste it here.</p>
        <form noValidate onSubmit={submit}>
          <Field
            label="Address of the page you landed on"
            hint="The part after # or the token alone will do, too."
            value={text}
            onChange={(value) => {
              setText(value);
              setMissing(false);
            }}
            problem={missing ? 'Paste the address first.' : (failed ?? signIn.problem)}
          />
          <button type="submit" className="s-btn s-btn__outlined" disabled={paste.isPending}>
            {paste.isPending ? 'Checking…' : 'Finish signing in'}
          </button>
        </form>
      </li>
    </ol>
  );
}

/** Shown while the authorization dialog is open. */
export function SigningIn({ state }: { state: AppState }) {
  const cancel = useAct((client) => client.session.cancelSignIn());
  const again = useAct((client) => client.session.signInAgain());
  const { signIn } = state;
  const failed = signIn?.problem !== undefined;
  return (
    <main className="welcome">
      <div className="welcome--head">
        <Icon svg={IconBell} className="brand--bell" />
        <h1>{state.network ? `Sign in to ${state.network.name}` : 'Sign in'}</h1>
      </div>
      {signIn === undefined && <p role="status">Getting the sign-in dialog ready…</p>}
      {signIn?.means === 'window' && (
        <div className="s-card">
          {signIn.problem === undefined ? (
            <p role="status">Finish in the sign-in window. Askbell goes on by itself once you have approved.</p>
          ) : (
            <p className="s-notice s-notice__danger" role="alert">
              {signIn.problem}
            </p>
          )}
        </div>
      )}
      {signIn?.means === 'paste' && <Paste signIn={signIn} />}
      <div className="welcome--actions">
        {failed && (
          <button type="button" className="s-btn s-btn__filled" disabled={again.isPending} onClick={() => again.mutate()}>
            Start again
          </button>
        )}
        <button type="button" className="s-btn" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
          {failed && state.network?.kind !== 'demo' ? 'Change the details' : 'Cancel'}
        </button>
      </div>
    </main>
  );
}
