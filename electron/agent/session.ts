import type { Network } from '../api/network.ts';
import type { Clock } from '../clock.ts';
import type { NetworkChoice } from '../contract.ts';
import type { DemoNetwork, Desktop } from '../desktop/desktop.ts';
import type { Log } from '../log.ts';
import type { History, ProfileHistory } from '../store/history.ts';
import type { ChosenNetwork, SettingsStore } from '../store/settings.ts';
import type { KeptCondition } from './conditions.ts';
import { Refusal } from './refusal.ts';
import { chosenNetwork, demoApp, openNetwork, secretNames, type Traffic } from './networks.ts';
import { identify, openDialog, type Dialog, type Grant } from './sign-in.ts';

/** A person on a network. Without `network` the token is gone: what was received is there, nothing new comes. */
export interface Live {
  chosen: ChosenNetwork;
  profile: ProfileHistory;
  network: Network | undefined;
}

export interface SessionParts {
  desktop: Desktop;
  settings: SettingsStore;
  history: History;
  clock: Clock;
  random: () => number;
  fetch: typeof globalThis.fetch;
  log: Log;
  /** Where the demo network keeps its data. */
  demoFile: string;
  demoSpeed: number;
  /** Who counts what is sent to a network and what it answers. */
  traffic: (networkId: string) => Traffic;
  /** Somebody is signed in now, signed in anew, or nobody is any more. */
  onLive: (live: Live | undefined) => void | Promise<void>;
  onChange: () => void;
}

/** Between the end of a demo network and its next start, in ms. */
const pauseBeforeRestart = 5_000;

export type Session = ReturnType<typeof createSession>;

/** Signing in and out, and what is known of the sign-in across restarts. The token and the key go through here only. */
export function createSession(parts: SessionParts) {
  const { desktop, settings, history } = parts;
  let live: Live | undefined;
  let demo: DemoNetwork | undefined;
  const stopped = new AbortController();
  let dialog: { chosen: ChosenNetwork; key: string; dialog: Dialog } | undefined;
  let trouble: KeptCondition | undefined;
  /** Told when the open dialog has come to something: signed in, a problem, or cancelled. */
  let outcome = Promise.withResolvers<void>();

  /** A keyring that does not answer must not keep Askbell from starting: the person can sign in again. */
  const kept = (name: string): Promise<string | undefined> =>
    desktop.secrets.get(name).catch((error: unknown) => {
      parts.log.warn(`A secret could not be read: ${String(error)}`);
      return undefined;
    });

  /** The demo network has a new address at every start; the others keep theirs. */
  async function withAddress(chosen: ChosenNetwork): Promise<ChosenNetwork> {
    if (chosen.kind !== 'demo') return chosen;
    try {
      demo ??= await startDemo();
    } catch (error) {
      throw new Refusal('The demo network could not be started.', 'Start Askbell again; the log says more.', error);
    }
    return { ...chosen, apiBaseUrl: demo.apiBaseUrl, authUrl: demo.authUrl };
  }

  /** A demo network that ends by itself is started again, once it is clear that Askbell is not ending as well. */
  async function startDemo(): Promise<DemoNetwork> {
    const started = await desktop.startDemoNetwork({ dataFile: parts.demoFile, speed: parts.demoSpeed, app: demoApp });
    void started.ended.then(async () => {
      if (demo !== started || stopped.signal.aborted) return;
      demo = undefined;
      await parts.clock.sleep(pauseBeforeRestart, stopped.signal);
      if (!stopped.signal.aborted && live?.chosen.kind === 'demo' && !dialog) await resume();
    });
    return started;
  }

  const open = (chosen: ChosenNetwork, key: string, accessToken: string): Network =>
    openNetwork(chosen, () => ({ key, accessToken }), parts, parts.traffic(chosen.id));

  async function granted(grant: Grant): Promise<void> {
    const current = dialog;
    if (!current) return;
    const { chosen, key } = current;
    const network = open(chosen, key, grant.accessToken);
    let identity;
    try {
      identity = await identify(network);
    } catch (error) {
      current.dialog.reject(error instanceof Error ? error.message : String(error));
      return;
    }
    if (dialog !== current) return;
    dialog = undefined;
    current.dialog.cancel();
    const names = secretNames(chosen.id);
    for (const [name, secret] of [[names.key, key], [names.token, grant.accessToken]] as const) {
      await desktop.secrets.set(name, secret).catch((error: unknown) => parts.log.warn(`A secret could not be kept: ${String(error)}`));
    }
    trouble = undefined;
    const tokenExpiresAt = grant.expiresInSeconds === undefined ? undefined : parts.clock.now() + grant.expiresInSeconds * 1000;
    settings.change({ network: { ...chosen, ...(chosen.kind === 'demo' ? { apiBaseUrl: '', authUrl: '' } : {}), accountId: identity.accountId, tokenExpiresAt } });
    live = { chosen: { ...chosen, tokenExpiresAt }, profile: history.profile({ network: chosen.id, ...identity }), network };
    await parts.onLive(live);
    parts.onChange();
    outcome.resolve();
  }

  async function begin(chosen: ChosenNetwork, key: string, authorize: Desktop['authorize'] = (request) => desktop.authorize(request)): Promise<void> {
    dialog?.dialog.cancel();
    dialog = undefined;
    outcome = Promise.withResolvers();
    const addressed = await withAddress(chosen);
    const opened = openDialog(addressed, authorize, {
      grant: (grant) => void granted(grant).catch((error: unknown) => opened.reject(error instanceof Error ? error.message : String(error))),
      cancelled: () => {
        dialog = undefined;
        parts.onChange();
        outcome.resolve();
      },
      change: () => {
        parts.onChange();
        outcome.resolve();
      },
    });
    dialog = { chosen: addressed, key, dialog: opened };
    trouble = undefined;
    parts.onChange();
  }

  /** At start: goes on as the person who was signed in last, if the token was kept. */
  async function resume(): Promise<void> {
    const chosen = settings.get().network;
    if (!chosen || chosen.accountId === undefined) return;
    const profile = history.lastProfile(chosen.id, chosen.accountId);
    const names = secretNames(chosen.id);
    const [token, key] = [await kept(names.token), await kept(names.key)];
    if (!profile) return;
    trouble = undefined;
    if (token === undefined || key === undefined) live = { chosen, profile, network: undefined };
    else {
      try {
        const addressed = await withAddress(chosen);
        live = { chosen: addressed, profile, network: open(addressed, key, token) };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        parts.log.error(`${error.message} ${String(error.cause)}`);
        trouble = { kind: 'demo-network-failed', severity: 'problem', title: error.message, advice: error.advice };
        live = { chosen, profile, network: undefined };
      }
    }
    await parts.onLive(live);
    parts.onChange();
  }

  return {
    live: () => live,
    /** While the dialog is open. */
    signingIn: () => dialog && { dialogUrl: dialog.dialog.url, problem: dialog.dialog.problem(), means: desktop.authorizeMeans, network: dialog.chosen },
    trouble: () => trouble,
    resume,
    /** Opens the dialog of a network. Throws a `Refusal` when it cannot. */
    async signIn(choice: NetworkChoice): Promise<void> {
      const { network, key } = chosenNetwork(choice);
      await begin(network, key);
    },
    /**
     * Signs in at the demo network as its first person: `walk` goes through the dialog in the person's place.
     * Resolves when it worked or came to a problem, which stands in `signingIn()`.
     */
    async signInUnattended(walk: (dialogUrl: string) => Promise<string>): Promise<void> {
      const { network, key } = chosenNetwork({ kind: 'demo' });
      await begin(network, key, ({ dialogUrl }) => walk(dialogUrl));
      await outcome.promise;
    },
    async signInAgain(): Promise<void> {
      const chosen = dialog?.chosen ?? settings.get().network;
      if (!chosen) throw new Refusal('No network is chosen yet.', 'Choose a network first.');
      const key = dialog?.key ?? (chosen.kind === 'demo' ? demoApp.key : await kept(secretNames(chosen.id).key));
      if (key === undefined) throw new Refusal('The key of your app is not kept on this computer.', 'Choose the network again and enter the client id and key.');
      await begin(chosen, key);
    },
    paste(text: string): void {
      if (!dialog) throw new Refusal('No sign-in is open.', 'Start to sign in first.');
      dialog.dialog.paste(text);
    },
    cancelSignIn(): void {
      dialog?.dialog.cancel();
      dialog = undefined;
      parts.onChange();
    },
    /** Ends the token at the network where it can be reached, and forgets it here in any case. */
    async signOut(): Promise<void> {
      const left = live;
      live = undefined;
      trouble = undefined;
      await parts.onLive(undefined);
      const chosen = settings.get().network;
      if (chosen) {
        await left?.network?.invalidate?.().catch((error: unknown) => parts.log.warn(`The network could not end the token: ${String(error)}`));
        await desktop.secrets.delete(secretNames(chosen.id).token);
        settings.change({ network: { ...chosen, accountId: undefined, tokenExpiresAt: undefined } });
      }
      parts.onChange();
    },
    async stop(): Promise<void> {
      stopped.abort();
      dialog?.dialog.cancel();
      await demo?.stop();
    },
  };
}
