import { IconBell } from '@stackoverflow/stacks-icons/icons';
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { AppState } from '../../common/contract/contract.ts';
import { Field } from '../widgets/field.tsx';
import { Icon } from '../widgets/icon.tsx';
import { OutsideLink, isWebAddress } from '../agent/outside-link.tsx';
import { plainError } from '../feedback/plain-error.ts';
import { useAgentMutation } from '../agent/queries.ts';
import { useWords } from '../appearance/language.tsx';

type SignIn = NonNullable<AppState['signIn']>;

/** The two steps where the dialog runs in a browser and its end comes back by hand. */
function Paste({ signIn }: { signIn: SignIn }) {
  const words = useWords();
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const paste = useAgentMutation((client, pasted: string) => client.session.paste({ text: pasted }), {
    shownInPlace: true,
  });
  const failed = paste.error
    ? `${plainError(paste.error, words).message} ${plainError(paste.error, words).advice}`
    : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(text.trim() === '');
    if (text.trim() !== '') paste.mutate(text.trim());
  };
  return (
    <ol className="steps">
      <li>
        <h2>{words('welcome.signingIn.first')}</h2>
        <p>
          {words(signIn.mayWrite === true ? 'welcome.signingIn.firstAboutWriting' : 'welcome.signingIn.firstAbout')}
        </p>
        {isWebAddress(signIn.dialogUrl) && (
          <OutsideLink className="s-btn s-btn__filled" href={signIn.dialogUrl}>
            {words('welcome.signingIn.open')}
          </OutsideLink>
        )}
      </li>
      <li>
        <h2>{words('welcome.signingIn.second')}</h2>
        <p>{words('welcome.signingIn.secondAbout')}</p>
        <form noValidate onSubmit={submit}>
          <Field
            label={words('welcome.signingIn.address')}
            hint={words('welcome.signingIn.addressHint')}
            value={text}
            onChange={(value) => {
              setText(value);
              setMissing(false);
            }}
            problem={missing ? words('welcome.signingIn.addressMissing') : (failed ?? signIn.problem)}
          />
          <button type="submit" className="s-btn s-btn__outlined" disabled={paste.isPending}>
            {words(paste.isPending ? 'welcome.signingIn.checking' : 'welcome.signingIn.finish')}
          </button>
        </form>
      </li>
    </ol>
  );
}

/** Shown while the authorization dialog is open. */
export function SigningIn({ state }: { state: AppState }) {
  const words = useWords();
  const cancel = useAgentMutation((client) => client.session.cancelSignIn());
  const again = useAgentMutation((client) => client.session.signInAgain());
  const { signIn } = state;
  const failed = signIn?.problem !== undefined;
  return (
    <main className="welcome">
      <div className="welcome--head">
        <Icon svg={IconBell} className="brand--bell" />
        <h1>
          {state.network ? words('welcome.signingIn.title', { network: state.network.name }) : words('welcome.signIn')}
        </h1>
      </div>
      {signIn === undefined && <p role="status">{words('welcome.signingIn.ready')}</p>}
      {signIn?.means === 'window' && (
        <div className="s-card">
          {signIn.problem === undefined ? (
            <p role="status">{words('welcome.signingIn.inWindow')}</p>
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
          <button
            type="button"
            className="s-btn s-btn__filled"
            disabled={again.isPending}
            onClick={() => again.mutate()}
          >
            {words('welcome.signingIn.again')}
          </button>
        )}
        <button type="button" className="s-btn" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
          {words(failed && state.network?.kind !== 'demo' ? 'welcome.signingIn.change' : 'welcome.signingIn.cancel')}
        </button>
      </div>
    </main>
  );
}
