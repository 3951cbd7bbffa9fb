/** The welcome's room: choosing a network, what it needs to know, and the steps of signing in. */

import { IconDownload, IconGlobe, IconPlay } from '@stackoverflow/stacks-icons/icons';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { AppState, NetworkChoice } from '../../common/contract/contract.ts';
import { handOver } from '../agent/hand-over.ts';
import { useAgentMutation, useChangeSettings, useSettings } from '../agent/queries.ts';
import { languageOptions, useWords } from '../appearance/language.tsx';
import { plainError } from '../feedback/plain-error.ts';
import { Select } from '../widgets/choices.tsx';
import { Icon } from '../widgets/icon.tsx';
import { FailureNotice } from '../widgets/parts/failure-notice.tsx';
import { FileButton } from '../widgets/parts/file-button.tsx';
import { OtherNetwork, typedKind, type TypedKind } from './other-network.tsx';
import { SigningIn } from './signing-in.tsx';
import { WelcomeFrame } from './welcome-frame.tsx';

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
        options={languageOptions(words)}
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

/** Imports an export of another Askbell; what needs an account is listed once it is signed in. */
function ExportButton() {
  const words = useWords();
  const importFile = useAgentMutation(
    async (client, from: File) => client.data.import({ upload: await handOver(client, from) }),
    {
      changes: 'everything',
      done: words('welcome.imported'),
      undo: (client, _from, { undo }) => client.transfer.undo({ undo }),
    },
  );
  return (
    <FileButton
      className="btn"
      accept=".json,application/json"
      disabled={importFile.isPending}
      onChoose={(from) => importFile.mutate(from)}
    >
      <Icon svg={IconDownload} />
      {words('welcome.export')}
    </FileButton>
  );
}

/** What there is until somebody is signed in: choosing a network, then the steps of signing in to it. */
export function Welcome({ state, onRead }: { state: AppState; onRead?: () => void }) {
  return state.phase === 'signing-in' ? <SigningIn state={state} /> : <ChooseNetwork state={state} onRead={onRead} />;
}

/** One way on. */
interface Way {
  label: string;
  icon?: string;
  run: () => void;
}

interface WaysProps {
  state: AppState;
  last: AppState['network'];
  /** Kind of network that is being signed in to, or `again`. */
  pending: NetworkChoice['kind'] | 'again' | undefined;
  onSignIn: (choice: NetworkChoice) => void;
  onAgain: () => void;
  onRead: (() => void) | undefined;
  onType: (kind: TypedKind) => void;
}

/** The ways on, the first ones as big buttons: back where one was signed out, else the public service and the demo. */
function Ways({ state, last, pending, onSignIn, onAgain, onRead, onType }: WaysProps) {
  const words = useWords();
  const [, go] = useLocation();
  const isSignedOut = state.phase === 'welcome' && last !== undefined;
  const isBuiltIn = state.builtIn.includes('stackexchange');
  const again = { label: words('settings.accounts.signInAgain'), run: onAgain };
  const read = onRead && { label: words('welcome.readHistory'), run: onRead };
  const demo = {
    label: words(pending === 'demo' ? 'welcome.oneMoment' : 'welcome.tryDemo'),
    icon: IconPlay,
    run: () => onSignIn({ kind: 'demo' }),
  };
  const stackExchange = {
    label: words('welcome.builtIn'),
    run: () => (isBuiltIn ? onSignIn({ kind: 'stackexchange' }) : onType('stackexchange')),
  };
  const another = { label: words('welcome.another'), icon: IconGlobe, run: () => onType('other') };
  const news = isBuiltIn ? [stackExchange, demo] : [demo, stackExchange];
  const big: Way[] = isSignedOut ? [again, ...(read ? [read] : [])] : news;
  const others: Way[] = [...(isSignedOut ? news : []), another];
  const button = ({ label, icon, run }: Way, look: string) => (
    <button type="button" key={label} className={`btn ${look}`} disabled={pending !== undefined} onClick={run}>
      {icon !== undefined && <Icon svg={icon} />}
      {label}
    </button>
  );
  return (
    <>
      <p className="welcome--about">
        {isSignedOut ? words('welcome.signedOut', { network: last.name }) : words('welcome.about')}{' '}
        {isSignedOut && onRead && words('welcome.historyStays')}
      </p>
      <div className="welcome--ways">
        {big.map((way, at) => button(way, `btn__big btn__${at === 0 ? 'main' : 'line'}`))}
      </div>
      {!isSignedOut && <p className="hint">{words('welcome.hint')}</p>}
      <div className="welcome--others">
        {others.map((way) => button(way, ''))}
        {state.phase === 'welcome' && <ExportButton />}
        {state.phase === 'running' && button({ label: words('welcome.back'), run: () => go('/settings') }, '')}
      </div>
      {state.phase === 'welcome' && <Look />}
    </>
  );
}

/** Choosing a network, the first thing a person sees; also reached from Settings to use another one. */
function ChooseNetwork({ state, onRead }: { state: AppState; onRead: (() => void) | undefined }) {
  const words = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const last = state.network ?? state.accounts[0]?.network ?? state.signedOut[0]?.network;
  // After signing out, the first way is back.
  const [form, setForm] = useState(() => (state.signedOut.length === 0 ? typedKind() : undefined));
  const signIn = useAgentMutation((client, choice: NetworkChoice) => client.session.signIn(choice), {
    shownInPlace: true,
  });
  const again = useAgentMutation((client) => client.session.signInAgain(), { shownInPlace: true });
  const failure = signIn.error ?? again.error;
  const pending = again.isPending ? 'again' : signIn.isPending ? signIn.variables.kind : undefined;
  const show = (kind: TypedKind | undefined) => {
    setForm(kind);
    heading.current?.focus();
  };
  const title = form ? 'welcome.which' : state.phase === 'running' ? 'settings.accounts.add' : 'welcome.title';
  return (
    <WelcomeFrame title={words(title)} heading={heading}>
      {failure && <FailureNotice {...plainError(failure, words)} />}
      {form ? (
        <OtherNetwork
          kind={form}
          last={last}
          isBuiltIn={state.builtIn.includes('stackexchange')}
          busy={pending !== undefined}
          onSignIn={signIn.mutate}
          onBack={() => show(undefined)}
        />
      ) : (
        <Ways
          state={state}
          last={last}
          pending={pending}
          onSignIn={signIn.mutate}
          onAgain={() => again.mutate()}
          onRead={state.signedOut.length > 0 ? onRead : undefined}
          onType={show}
        />
      )}
    </WelcomeFrame>
  );
}
