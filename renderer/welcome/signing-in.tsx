import { IconBell } from '@stackoverflow/stacks-icons/icons';
import type { AppState } from '../../common/contract/contract.ts';
import { isWebAddress } from '../../common/safe-text.ts';
import { Icon } from '../widgets/icon.tsx';
import { OutsideLink } from '../agent/outside-link.tsx';
import { useAgentMutation } from '../agent/queries.ts';
import { useWords } from '../appearance/language.tsx';
import { FromClipboard, PasteForm, type SignIn } from './paste-form.tsx';

function OpenDialog({ signIn }: { signIn: SignIn }) {
  const words = useWords();
  if (!isWebAddress(signIn.dialogUrl)) return null;
  return (
    <OutsideLink className="s-btn s-btn__filled" href={signIn.dialogUrl}>
      {words('welcome.signingIn.open')}
    </OutsideLink>
  );
}

/** What the dialog asks for besides, once achievements are on. */
function AsksPrivate({ signIn }: { signIn: SignIn }) {
  const words = useWords();
  return signIn.mayReadPrivate === true && <> {words('welcome.signingIn.asksPrivate')}</>;
}

/** The two steps where the dialog runs in a browser and its end comes back by hand. */
function Paste({ signIn }: { signIn: SignIn }) {
  const words = useWords();
  return (
    <ol className="steps">
      <li>
        <h2>{words('welcome.signingIn.first')}</h2>
        <p>
          {words(signIn.mayWrite === true ? 'welcome.signingIn.firstAboutWriting' : 'welcome.signingIn.firstAbout')}
          <AsksPrivate signIn={signIn} />
        </p>
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

/** The dialog runs in a browser that comes back by itself; what to do should it not. */
function InBrowser({ signIn }: { signIn: SignIn }) {
  const words = useWords();
  return (
    <>
      <div className="s-card in-browser">
        {signIn.problem === undefined ? (
          <p role="status">{words('welcome.signingIn.inBrowser')}</p>
        ) : (
          <p className="s-notice s-notice__danger" role="alert">
            {signIn.problem}
          </p>
        )}
        <p className="hint">
          {words(signIn.mayWrite === true ? 'welcome.signingIn.asksWriting' : 'welcome.signingIn.asks')}
          <AsksPrivate signIn={signIn} />
        </p>
        {/* No link after a problem: nobody waits for the page's answer any more. */}
        {signIn.problem === undefined && <OpenDialog signIn={signIn} />}
      </div>
      <details className="s-card stuck">
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
    <button
      type="button"
      className="s-btn s-btn__outlined"
      disabled={another.isPending}
      onClick={() => another.mutate()}
    >
      {words('welcome.signingIn.otherWay')}
    </button>
  );
}

/** The dialog runs in a window of Askbell's own. */
function InWindow({ signIn }: { signIn: SignIn }) {
  const words = useWords();
  return (
    <div className="s-card">
      {signIn.problem === undefined ? (
        <p role="status">{words('welcome.signingIn.inWindow')}</p>
      ) : (
        <p className="s-notice s-notice__danger" role="alert">
          {signIn.problem}
        </p>
      )}
    </div>
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
          className={`s-btn ${mustChange ? 's-btn__outlined' : 's-btn__filled'}`}
          disabled={again.isPending}
          onClick={() => again.mutate()}
        >
          {words('welcome.signingIn.again')}
        </button>
      )}
      {signIn?.hasOtherWay === true && !mustChange && (failed || signIn.means === 'paste') && <OtherWay />}
      <button
        type="button"
        className={`s-btn ${mustChange ? 's-btn__filled' : ''}`}
        disabled={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        {words(canChange ? 'welcome.signingIn.change' : 'welcome.signingIn.cancel')}
      </button>
    </div>
  );
}

/** Shown while the authorization dialog is open. */
export function SigningIn({ state }: { state: AppState }) {
  const words = useWords();
  const { signIn } = state;
  return (
    <main className="welcome">
      <div className="welcome--head">
        <Icon svg={IconBell} className="brand--bell" />
        <h1>
          {state.network ? words('welcome.signingIn.title', { network: state.network.name }) : words('welcome.signIn')}
        </h1>
      </div>
      {signIn === undefined && <p role="status">{words('welcome.signingIn.ready')}</p>}
      {signIn?.means === 'window' && <InWindow signIn={signIn} />}
      {/* Another dialog is another form: what was typed for the one before is not for it. */}
      {signIn?.means === 'browser' && <InBrowser key={signIn.dialogUrl} signIn={signIn} />}
      {signIn?.means === 'paste' && <Paste key={signIn.dialogUrl} signIn={signIn} />}
      <Actions state={state} />
    </main>
  );
}
