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

/** A sign-in under way. */
interface OpenDialog {
  chosen: ChosenNetwork;
  key: string;
  dialog: Dialog;
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
  let dialog: OpenDialog | undefined;
  /** Counts sign-ins, so that one overtaken while it was starting gives up. */
  let begun = 0;
  let trouble: KeptCondition | undefined;
  /** Told when the open dialog has come to something: signed in, a problem, or cancelled. */
  let outcome = Promise.withResolvers<void>();

  /** A keyring that does not answer must not keep Askbell from starting: the person can sign in again. */
  const kept = (name: string): Promise<string | undefined> =>
    desktop.secrets.get(name).catch((error: unknown) => {
      parts.log.warn(`A secret could not be read: ${String(error)}`);
      return undefined;
    });

  /** The demo network's address is known once it runs; the others keep theirs. */
  async function withAddress(chosen: ChosenNetwork): Promise<ChosenNetwork> {
    if (chosen.kind !== 'demo') return chosen;
    try {
      demo ??= await startDemo(chosen);
    } catch (error) {
      throw new Refusal('The demo network could not be started.', 'Start Askbell again; the log says more.', error);
    }
    return { ...chosen, apiBaseUrl: demo.apiBaseUrl, authUrl: demo.authUrl };
  }

  /** Where the demo network was last, if it is the network of the settings. */
  const demoAddress = () => {
    const kept = settings.get().network;
    return kept?.kind === 'demo' ? { apiBaseUrl: kept.apiBaseUrl, authUrl: kept.authUrl } : {};
  };

  /** A demo network that ends by itself is started again, once it is clear that Askbell is not ending as well. */
  async function startDemo(chosen: ChosenNetwork): Promise<DemoNetwork> {
    const options = { dataFile: parts.demoFile, speed: parts.demoSpeed, app: demoApp };
    // At the port of last time, so that links and icons kept in the history still lead somewhere.
    const port = URL.canParse(chosen.apiBaseUrl) ? Number(new URL(chosen.apiBaseUrl).port) : 0;
    const started = await desktop.startDemoNetwork({ ...options, port }).catch((error: unknown) => {
      if (port === 0) throw error;
      parts.log.warn(`The demo network could not have port ${port} again: ${String(error)}`);
      return desktop.startDemoNetwork({ ...options, port: 0 });
    });
    const again = async () => {
      if (demo !== started || stopped.signal.aborted) return;
      demo = undefined;
      await parts.clock.sleep(pauseBeforeRestart, stopped.signal);
      if (!stopped.signal.aborted && live?.chosen.kind === 'demo' && !dialog) await resume();
    };
    void started.ended.then(again).catch((error: unknown) => parts.log.error(`The demo network could not be started again: ${String(error)}`));
    return started;
  }

  const open = (chosen: ChosenNetwork, key: string, accessToken: string): Network =>
    openNetwork(chosen, () => ({ key, accessToken }), parts, parts.traffic(chosen.id));

  /** A grant belongs to the dialog it came from, whatever was begun since. */
  async function granted(from: OpenDialog, grant: Grant): Promise<void> {
    if (dialog !== from) return;
    const { chosen, key } = from;
    const network = open(chosen, key, grant.accessToken);
    let identity;
    try {
      identity = await identify(network);
    } catch (error) {
      from.dialog.reject(error instanceof Error ? error.message : String(error));
      return;
    }
    if (dialog !== from) return;
    dialog = undefined;
    from.dialog.cancel();
    const names = secretNames(chosen.id);
    for (const [name, secret] of [[names.key, key], [names.token, grant.accessToken]] as const) {
      await desktop.secrets.set(name, secret).catch((error: unknown) => parts.log.warn(`A secret could not be kept: ${String(error)}`));
    }
    trouble = undefined;
    const tokenExpiresAt = grant.expiresInSeconds === undefined ? undefined : parts.clock.now() + grant.expiresInSeconds * 1000;
    const left = live;
    settings.change({ network: { ...chosen, accountId: identity.accountId, tokenExpiresAt } });
    live = { chosen: { ...chosen, tokenExpiresAt }, profile: history.profile({ network: chosen.id, ...identity }), network };
    await parts.onLive(live);
    parts.onChange();
    outcome.resolve();
    // Nothing would end the token of a network that was left, and nobody could see it any more.
    if (left && left.chosen.id !== chosen.id) await forget(left);
  }

  /** Forgets a sign-in here, then ends its token at the network where that can be reached. */
  async function forget({ chosen, network }: Live): Promise<void> {
    await desktop.secrets.delete(secretNames(chosen.id).token).catch((error: unknown) => parts.log.warn(`A secret could not be deleted: ${String(error)}`));
    await network?.invalidate?.().catch((error: unknown) => parts.log.warn(`The network could not end the token: ${String(error)}`));
  }

  async function begin(chosen: ChosenNetwork, key: string, authorize: Desktop['authorize'] = (request) => desktop.authorize(request)): Promise<void> {
    dialog?.dialog.cancel();
    dialog = undefined;
    outcome = Promise.withResolvers();
    const mine = ++begun;
    const addressed = await withAddress(chosen);
    // Another sign-in began, or this one was cancelled, while the demo network was starting.
    if (mine !== begun) return;
    const opened: OpenDialog = {
      chosen: addressed,
      key,
      dialog: openDialog(addressed, authorize, {
        grant: (grant) => void granted(opened, grant).catch((error: unknown) => opened.dialog.reject(error instanceof Error ? error.message : String(error))),
        cancelled: () => {
          if (dialog === opened) dialog = undefined;
          parts.onChange();
          outcome.resolve();
        },
        change: () => {
          parts.onChange();
          outcome.resolve();
        },
      }),
    };
    dialog = opened;
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
      await begin(choice.kind === 'demo' ? { ...network, ...demoAddress() } : network, key);
    },
    /**
     * Signs in at the demo network as its first person: `walk` goes through the dialog in the person's place.
     * Resolves when it worked or came to a problem, which stands in `signingIn()`.
     */
    async signInUnattended(walk: (dialogUrl: string) => Promise<string>): Promise<void> {
      const { network, key } = chosenNetwork({ kind: 'demo' });
      await begin({ ...network, ...demoAddress() }, key, ({ dialogUrl }) => walk(dialogUrl));
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
      begun++;
      dialog?.dialog.cancel();
      dialog = undefined;
      parts.onChange();
    },
    /** Forgets the sign-in here at once, and ends its token at the network if that can be reached. */
    async signOut(): Promise<void> {
      const left = live;
      const chosen = settings.get().network;
      live = undefined;
      trouble = undefined;
      if (chosen) settings.change({ network: { ...chosen, accountId: undefined, tokenExpiresAt: undefined } });
      await parts.onLive(undefined);
      parts.onChange();
      if (left) await forget(left);
    },
    async stop(): Promise<void> {
      stopped.abort();
      dialog?.dialog.cancel();
      await demo?.stop();
    },
  };
}
