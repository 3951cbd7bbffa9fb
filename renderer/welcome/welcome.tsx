import { IconBell } from '@stackoverflow/stacks-icons/icons';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useLocation } from 'wouter';
import type { AppState, NetworkKind } from '../../electron/contract.ts';
import { Icon } from '../components/icon.tsx';
import { plainError } from '../components/plain-error.ts';
import { useAct } from '../queries.ts';
import { checkNetwork, emptyFields } from './network-form.ts';
import type { FieldProblems, NetworkFields } from './network-form.ts';
import { NetworkFieldset } from './network-fieldset.tsx';

const networks: { kind: NetworkKind; name: string; about: string }[] = [
  { kind: 'demo', name: 'Demo network', about: 'A small network that runs on this computer, with made-up people and questions. No account needed.' },
  { kind: 'stackexchange', name: 'Stack Exchange', about: 'Stack Overflow and all its sister sites. Needs an account there and a client id and key.' },
  { kind: 'other', name: 'Other network', about: 'Any network that speaks the same API. Needs its addresses, a client id and a key.' },
];

/** What was typed, for coming back from a dialog that failed; the key is not kept. */
let typed: { kind: NetworkKind; fields: NetworkFields } | undefined;

/** Choosing a network, the first thing a person sees; also reached from Settings to use another one. */
export function Welcome({ state }: { state: AppState }) {
  const [, go] = useLocation();
  const [kind, setKind] = useState<NetworkKind>(typed?.kind ?? state.network?.kind ?? 'demo');
  const [fields, setFields] = useState<NetworkFields>(
    typed?.fields ?? { ...emptyFields, clientId: state.network?.kind === 'demo' ? '' : (state.network?.clientId ?? '') },
  );
  const [problems, setProblems] = useState<FieldProblems>({});
  const signIn = useAct((client, choice: Parameters<typeof client.session.signIn>[0]) => client.session.signIn(choice), { shownInPlace: true });
  const again = useAct((client) => client.session.signInAgain(), { shownInPlace: true });
  const busy = signIn.isPending || again.isPending;
  const failure = signIn.error ?? again.error;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const checked = checkNetwork(kind, fields);
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
      <div className="welcome--head">
        <Icon svg={IconBell} className="brand--bell" />
        <h1>{state.phase === 'running' ? 'Use another network' : 'Welcome to Askbell'}</h1>
        <p>Askbell tells you when something happens for you on a question-and-answer network: replies, reputation, and new questions in the tags you watch.</p>
      </div>
      {state.phase === 'welcome' && state.network && (
        <div className="s-card welcome--again">
          <p>
            You are signed out of <strong>{state.network.name}</strong>.
          </p>
          <button type="button" className="s-btn s-btn__filled" disabled={busy} onClick={() => again.mutate()}>
            Sign in again
          </button>
        </div>
      )}
      <form noValidate onSubmit={submit}>
        <fieldset className="networks">
          <legend className="s-label">Which network?</legend>
          {networks.map((network) => (
            <label key={network.kind} className={`s-card network ${kind === network.kind ? 'is-chosen' : ''}`}>
              <input
                type="radio"
                className="s-radio"
                name="network"
                value={network.kind}
                checked={kind === network.kind}
                onChange={() => {
                  setKind(network.kind);
                  setProblems({});
                }}
              />
              <strong>{network.name}</strong>
              <span className="hint">{network.about}</span>
            </label>
          ))}
        </fieldset>
        {kind !== 'demo' && <NetworkFieldset kind={kind} fields={fields} problems={problems} onChange={(change) => setFields({ ...fields, ...change })} />}
        {failure && (
          <div className="s-notice s-notice__danger" role="alert">
            <strong>{plainError(failure).message}</strong> {plainError(failure).advice}
          </div>
        )}
        <div className="welcome--actions">
          <button type="submit" className="s-btn s-btn__filled" disabled={busy}>
            {busy ? 'One moment…' : kind === 'demo' ? 'Try the demo network' : 'Sign in'}
          </button>
          {state.phase === 'running' && (
            <button type="button" className="s-btn" onClick={() => go('/settings')}>
              Back
            </button>
          )}
        </div>
      </form>
    </main>
  );
}
