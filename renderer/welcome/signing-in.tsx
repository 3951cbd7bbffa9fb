import type { AppState } from '../../common/contract/contract.ts';
import { isWebAddress } from '../../common/safe-text.ts';
import { OutsideLink } from '../agent/outside-link.tsx';
import { useAgentMutation } from '../agent/queries.ts';
import { useWords } from '../appearance/language.tsx';
import { FromClipboard, PasteForm, type SignIn } from './paste-form.tsx';
import { WelcomeFrame } from './welcome-frame.tsx';

function OpenDialog({ signIn }: { signIn: SignIn }) {
  const words = useWords();
  if (!isWebAddress(signIn.dialogUrl)) return null;
  return (
    <OutsideLink className="btn btn__big btn__main" href={signIn.dialogUrl}>
      {words('welcome.signingIn.open')}
    </OutsideLink>
  );
}

/** What the dialog asks for; besides, once achievements are on, private data. */
function Asks({ signIn: { mayWrite, mayReadPrivate } }: { signIn: SignIn }) {
  const words = useWords();
  return (
    <p>
      {words(mayWrite === true ? 'welcome.signingIn.asksWriting' : 'welcome.signingIn.asks')}
      {mayReadPrivate === true && <> {words('welcome.signingIn.asksPrivate')}</>}
    </p>
  );
}

/** The two steps where the dialog runs in a browser and its end comes back by hand. */
function Paste({ signIn }: { signIn: SignIn }) {
  const words = useWords();
  return (
    <ol className="steps">
      <li>
        <h2>{words('welcome.signingIn.first')}</h2>
        <Asks signIn={signIn} />
        <OpenDialog signIn={signIn} />
      </li>
      <li>
        <h2>{words('welcome.signingIn.second')}</h2>
        <p>{words('welcome.signingIn.secondAbout')}</p>
        <PasteForm signIn={signIn} problem={signIn.problem} />
        <FromClipboard signIn={signIn} />
      </li>
    </ol>
  );
}

/** What the person is to do elsewhere, or why that failed. */
function Progress({ text, problem }: { text: string; problem: string | undefined }) {
  return problem === undefined ? (
    <p className="welcome--about" role="status">
      {text}
    </p>
  ) : (
    <p className="notice notice__danger" role="alert">
      {problem}
    </p>
  );
}

/** The dialog runs in a browser that comes back by itself; what to do should it not. */
function InBrowser({ signIn }: { signIn: SignIn }) {
  const words = useWords();
  return (
    <>
      <Progress text={words('welcome.signingIn.inBrowser')} problem={signIn.problem} />
      <Asks signIn={signIn} />
      {/* No link after a problem: nobody waits for the page's answer any more. */}
      {signIn.problem === undefined && <OpenDialog signIn={signIn} />}
      <details className="stuck">
        <summary>{words('welcome.signingIn.stuck')}</summary>
        <div className="stuck--advice">
          <p>{words('welcome.signingIn.stuckPaste')}</p>
          <PasteForm signIn={signIn} />
          {signIn.hasOtherWay === true && signIn.problem === undefined && (
            <>
              <p>{words('welcome.signingIn.stuckError')}</p>
              <OtherWay />
            </>
          )}
        </div>
      </details>
    </>
  );
}

function OtherWay() {
  const words = useWords();
  const another = useAgentMutation((client) => client.session.tryAnotherWay());
  return (
    <button type="button" className="btn btn__line" disabled={another.isPending} onClick={() => another.mutate()}>
      {words('welcome.signingIn.otherWay')}
    </button>
  );
}

/** What can be done about the dialog; the most promising first to be seen. */
function Actions({ state }: { state: AppState }) {
  const words = useWords();
  const cancel = useAgentMutation((client) => client.session.cancelSignIn());
  const again = useAgentMutation((client) => client.session.signInAgain());
  const { signIn } = state;
  const failed = signIn?.problem !== undefined;
  // The demo network's details are Askbell's own.
  const canChange = failed && state.network?.kind !== 'demo';
  const mustChange = canChange && signIn.wrongDetails === true;
  return (
    <div className="welcome--actions">
      {failed && (
        <button
          type="button"
          className={`btn ${mustChange ? 'btn__line' : 'btn__main'}`}
          disabled={again.isPending}
          onClick={() => again.mutate()}
        >
          {words('welcome.signingIn.again')}
        </button>
      )}
      {signIn?.hasOtherWay === true && !mustChange && (failed || signIn.means === 'paste') && <OtherWay />}
      <button
        type="button"
        className={`btn ${mustChange ? 'btn__main' : ''}`}
        disabled={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        {words(canChange ? 'welcome.signingIn.change' : 'settings.cancel')}
      </button>
    </div>
  );
}

/** Shown while the authorization dialog is open. */
export function SigningIn({ state }: { state: AppState }) {
  const words = useWords();
  const { signIn, network } = state;
  return (
    <WelcomeFrame
      title={network ? words('welcome.signingIn.title', { network: network.name }) : words('welcome.signIn')}
    >
      {signIn === undefined && <p role="status">{words('welcome.signingIn.ready')}</p>}
      {signIn?.means === 'window' && <Progress text={words('welcome.signingIn.inWindow')} problem={signIn.problem} />}
      {/* Another dialog is another form: what was typed for the one before is not for it. */}
      {signIn?.means === 'browser' && <InBrowser key={signIn.dialogUrl} signIn={signIn} />}
      {signIn?.means === 'paste' && <Paste key={signIn.dialogUrl} signIn={signIn} />}
      <Actions state={state} />
    </WelcomeFrame>
  );
}
