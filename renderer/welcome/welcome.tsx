/** The welcome's room: choosing a network, what it needs to know, and the steps of signing in. */

import { IconBell } from '@stackoverflow/stacks-icons/icons';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useLocation } from 'wouter';
import type { AppState, NetworkKind } from '../../common/contract/contract.ts';
import { LANGUAGES } from '../../common/i18n/words.ts';
import { LANGUAGE_CHOICES } from '../../common/language-choices.ts';
import { Select } from '../widgets/choices.tsx';
import { Icon } from '../widgets/icon.tsx';
import { plainError } from '../feedback/plain-error.ts';
import { useAgentMutation, useChangeSettings, useSettings } from '../agent/queries.ts';
import { useWords } from '../appearance/language.tsx';
import { checkNetwork, EMPTY_FIELDS } from './network-form.ts';
import type { FieldProblems, NetworkFields } from './network-form.ts';
import { NetworkFieldset } from './network-fieldset.tsx';
import { SigningIn } from './signing-in.tsx';

const NETWORK_KINDS: NetworkKind[] = ['demo', 'stackexchange', 'other'];

/** What was typed, for coming back from a dialog that failed; the key is not kept. */
let typed: { kind: NetworkKind; fields: NetworkFields } | undefined;

/** The networks to choose from, each with a sentence about it. */
function NetworkChoices({
  chosen,
  builtIn,
  onChoose,
}: {
  chosen: NetworkKind;
  builtIn: AppState['builtIn'];
  onChoose: (kind: NetworkKind) => void;
}) {
  const words = useWords();
  const nameOf = (kind: NetworkKind) =>
    words(
      kind === 'stackexchange' && builtIn.includes(kind) ? 'welcome.stackexchange.ownName' : `welcome.${kind}.name`,
    );
  const aboutOf = (kind: NetworkKind) =>
    words(
      kind === 'stackexchange' && builtIn.includes(kind) ? 'welcome.stackexchange.ownAbout' : `welcome.${kind}.about`,
    );
  return (
    <fieldset className="networks">
      <legend className="s-label">{words(builtIn.length > 0 ? 'welcome.whichElse' : 'welcome.which')}</legend>
      {NETWORK_KINDS.map((kind) => (
        <label key={kind} className={`s-card network ${kind === chosen ? 'is-chosen' : ''}`}>
          <input
            type="radio"
            className="s-radio"
            name="network"
            value={kind}
            checked={kind === chosen}
            onChange={() => onChoose(kind)}
          />
          <strong>{nameOf(kind)}</strong>
          <span className="hint">{aboutOf(kind)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Offers to sign in again at the network that one was signed out of. */
function SignInAgain({
  network,
  disabled,
  onClick,
  onRead,
}: {
  network: string;
  disabled: boolean;
  onClick: () => void;
  /** Absent where there is nothing to read. */
  onRead: (() => void) | undefined;
}) {
  const words = useWords();
  return (
    <div className="s-card welcome--again">
      <p>
        {words('welcome.signedOut', { network })} {onRead && words('welcome.historyStays')}
      </p>
      <div className="welcome--again-actions">
        <button type="button" className="s-btn s-btn__filled" disabled={disabled} onClick={onClick}>
          {words('welcome.signInAgain')}
        </button>
        {onRead && (
          <button type="button" className="s-btn s-btn__outlined" onClick={onRead}>
            {words('welcome.readHistory')}
          </button>
        )}
      </div>
    </div>
  );
}

/** One button, where this copy is registered with the public service: nothing to enter, nothing to register. */
function SignInBuiltIn({ disabled, onClick }: { disabled: boolean; onClick: () => void }) {
  const words = useWords();
  return (
    <div className="s-card welcome--built-in">
      <button type="button" className="s-btn s-btn__filled" disabled={disabled} onClick={onClick}>
        {words('welcome.builtIn.button')}
      </button>
      <p className="hint">{words('welcome.builtIn.about')}</p>
    </div>
  );
}

function Heading({ isAdding }: { isAdding: boolean }) {
  const words = useWords();
  return (
    <div className="welcome--head">
      <Icon svg={IconBell} className="brand--bell" />
      <h1>{words(isAdding ? 'welcome.addTitle' : 'welcome.title')}</h1>
      <p>{words('welcome.about')}</p>
    </div>
  );
}

/** Language and theme, because nobody should have to read or look at the wrong ones until they are signed in. */
function Look() {
  const words = useWords();
  const settings = useSettings().data;
  const change = useChangeSettings();
  if (!settings) return null;
  return (
    <div className="welcome--look">
      <Select
        label={words('settings.language.label')}
        value={settings.language}
        options={LANGUAGE_CHOICES.map((value) => ({
          value,
          label: value === 'system' ? words('settings.language.system') : LANGUAGES[value].name,
        }))}
        onChange={(language) => change.mutate({ language })}
      />
      <Select
        label={words('settings.appearance.legend')}
        value={settings.appearance}
        options={(['system', 'light', 'dark', 'contrast'] as const).map((value) => ({
          value,
          label: words(`settings.appearance.${value}`),
        }))}
        onChange={(appearance) => change.mutate({ appearance })}
      />
    </div>
  );
}

function Failure({ error }: { error: Error }) {
  const { message, advice } = plainError(error, useWords());
  return (
    <div className="s-notice s-notice__danger" role="alert">
      <strong>{message}</strong> {advice}
    </div>
  );
}

function FormButtons({ kind, busy, state }: { kind: NetworkKind; busy: boolean; state: AppState }) {
  const [, go] = useLocation();
  const words = useWords();
  const text = busy ? 'welcome.oneMoment' : kind === 'demo' ? 'welcome.tryDemo' : 'welcome.signIn';
  // Only one button of the page is filled, so that it is the first to be seen.
  const look = state.builtIn.length > 0 ? 's-btn__outlined' : 's-btn__filled';
  return (
    <div className="welcome--actions">
      <button type="submit" className={`s-btn ${look}`} disabled={busy}>
        {words(text)}
      </button>
      {state.phase === 'running' && (
        <button type="button" className="s-btn" onClick={() => go('/settings')}>
          {words('welcome.back')}
        </button>
      )}
    </div>
  );
}

/** The fields as they begin: a client id that was registered once serves for the next network, too. */
const initialFields = (last: AppState['network']): NetworkFields => ({
  ...EMPTY_FIELDS,
  clientId: last?.kind === 'demo' ? '' : (last?.clientId ?? ''),
});

/** What there is until somebody is signed in: choosing a network, then the steps of signing in to it. */
export function Welcome({ state, onRead }: { state: AppState; onRead?: () => void }) {
  return state.phase === 'signing-in' ? <SigningIn state={state} /> : <ChooseNetwork state={state} onRead={onRead} />;
}

/** Choosing a network, the first thing a person sees; also reached from Settings to use another one. */
function ChooseNetwork({ state, onRead }: { state: AppState; onRead: (() => void) | undefined }) {
  const words = useWords();
  const last = state.network ?? state.accounts[0]?.network ?? state.signedOut[0]?.network;
  const [kind, setKind] = useState<NetworkKind>(typed?.kind ?? last?.kind ?? 'demo');
  const [fields, setFields] = useState<NetworkFields>(typed?.fields ?? initialFields(last));
  const [problems, setProblems] = useState<FieldProblems>({});
  const signIn = useAgentMutation(
    (client, choice: Parameters<typeof client.session.signIn>[0]) => client.session.signIn(choice),
    { shownInPlace: true },
  );
  const again = useAgentMutation((client) => client.session.signInAgain(), { shownInPlace: true });
  const busy = signIn.isPending || again.isPending;
  const failure = signIn.error ?? again.error;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const checked = checkNetwork(words, kind, fields);
    if ('choice' in checked) {
      setProblems({});
      typed = { kind, fields: { ...fields, key: '' } };
      signIn.mutate(checked.choice);
      return;
    }
    setProblems(checked.problems);
    // Fields stand in the order of the form, so the first invalid one is the first to mend.
    const form = event.currentTarget;
    requestAnimationFrame(() => form.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus());
  };

  return (
    <main className="welcome">
      <Heading isAdding={state.phase === 'running'} />
      {state.phase === 'welcome' && last && (
        <SignInAgain
          network={last.name}
          disabled={busy}
          onClick={() => again.mutate()}
          onRead={state.signedOut.length > 0 ? onRead : undefined}
        />
      )}
      {state.builtIn.includes('stackexchange') && (
        <SignInBuiltIn disabled={busy} onClick={() => signIn.mutate({ kind: 'stackexchange' })} />
      )}
      <form noValidate onSubmit={submit}>
        <NetworkChoices
          chosen={kind}
          builtIn={state.builtIn}
          onChoose={(other) => {
            setKind(other);
            setProblems({});
          }}
        />
        {kind !== 'demo' && (
          <NetworkFieldset
            kind={kind}
            fields={fields}
            problems={problems}
            onChange={(change) => setFields({ ...fields, ...change })}
          />
        )}
        {failure && <Failure error={failure} />}
        <FormButtons kind={kind} busy={busy} state={state} />
      </form>
      {state.phase === 'welcome' && <Look />}
    </main>
  );
}
