import type { Network } from '../../api/network.ts';
import type { Clock } from '../../clock.ts';
import type { NetworkChoice } from '../../../common/contract/contract.ts';
import type { Desktop } from '../../desktop/desktop.ts';
import type { Log } from '../../log.ts';
import type { History, ProfileHistory } from '../../store/history.ts';
import type { ChosenNetwork, SettingsStore } from '../../store/settings.ts';
import type { Words } from '../../../common/i18n/words.ts';
import type { AgentCondition } from '../domain/conditions.ts';
import { createDemoHost } from './demo-host.ts';
import { chosenNetwork, demoApp, networkName, openNetwork, secretNames, type Traffic } from './networks.ts';
import { UserFacingError, userFacingError } from '../domain/user-facing-error.ts';
import { endAtNetwork, type Ending } from './token-revocation.ts';
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
  words: () => Words;
  /** Where the demo network keeps its data. */
  demoFile: string;
  demoSpeed: number;
  /** Who counts what is sent to a network and what it answers. */
  traffic: (networkId: string) => Traffic;
  /** Somebody is signed in at a network now, signed in anew, or nobody is any more. */
  onLive: (networkId: string, live: Live | undefined) => void | Promise<void>;
  onChange: () => void;
}

/** A sign-in under way. */
interface OpenDialog {
  chosen: ChosenNetwork;
  key: string;
  dialog: Dialog;
}

export type Session = ReturnType<typeof createSession>;

/**
 * Signing in and out, at several networks side by side, and what is known of the sign-ins across restarts. Tokens and
 * keys go through here only.
 */
export function createSession(parts: SessionParts) {
  const { desktop, settings, history } = parts;
  const lives = new Map<string, Live>();
  const troubles = new Map<string, AgentCondition>();
  const demo = createDemoHost({
    ...parts,
    isWanted: () => lives.has('demo') && dialog?.chosen.kind !== 'demo',
    again: () => resumeOne('demo'),
  });
  let dialog: OpenDialog | undefined;
  /** Counts sign-ins, so that one overtaken while it was starting gives up. */
  let begun = 0;
  /** Told when the open dialog has come to something: signed in, a problem, or cancelled. */
  let outcome = Promise.withResolvers<void>();

  const chosenAt = (id: string): ChosenNetwork | undefined =>
    settings.get().networks.find((network) => network.id === id);

  /** Keeps a network among the chosen ones, in its place. */
  function keepChosen(chosen: ChosenNetwork): void {
    const { networks } = settings.get();
    const known = networks.some(({ id }) => id === chosen.id);
    settings.change({
      networks: known
        ? networks.map((network) => (network.id === chosen.id ? chosen : network))
        : [...networks, chosen],
    });
  }

  /** A keyring that does not answer must not keep Askbell from starting: the person can sign in again. */
  const kept = (name: string): Promise<string | undefined> =>
    desktop.secrets.get(name).catch((error: unknown) => {
      parts.log.warn(`A secret could not be read: ${String(error)}`);
      return undefined;
    });

  /** The demo network's address is known once it runs; the others keep theirs. */
  const withAddress = async (chosen: ChosenNetwork): Promise<ChosenNetwork> =>
    chosen.kind === 'demo' ? { ...chosen, ...(await demo.address(chosen)) } : chosen;

  /** Where the demo network was last, if it was ever chosen. */
  const demoAddress = () => {
    const before = chosenAt('demo');
    return before ? { apiBaseUrl: before.apiBaseUrl, authUrl: before.authUrl } : {};
  };

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
      from.dialog.reject(error);
      return;
    }
    if (dialog !== from) return;
    dialog = undefined;
    from.dialog.cancel();
    const names = secretNames(chosen.id);
    for (const [name, secret] of [
      [names.key, key],
      [names.token, grant.accessToken],
    ] as const) {
      await desktop.secrets
        .set(name, secret)
        .catch((error: unknown) => parts.log.warn(`A secret could not be kept: ${String(error)}`));
    }
    troubles.delete(chosen.id);
    const tokenExpiresAt =
      grant.expiresInSeconds === undefined ? undefined : parts.clock.now() + grant.expiresInSeconds * 1000;
    const signedIn: ChosenNetwork = { ...chosen, accountId: identity.accountId, tokenExpiresAt };
    keepChosen(signedIn);
    const live: Live = { chosen: signedIn, profile: history.profile({ network: chosen.id, ...identity }), network };
    lives.set(chosen.id, live);
    await parts.onLive(chosen.id, live);
    parts.onChange();
    outcome.resolve();
  }

  async function begin(
    chosen: ChosenNetwork,
    key: string,
    authorize: Desktop['authorize'] = (request) => desktop.authorize(request),
  ): Promise<void> {
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
        grant: (grant) => void granted(opened, grant).catch((error: unknown) => opened.dialog.reject(error)),
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
    troubles.delete(chosen.id);
    parts.onChange();
  }

  /** Goes on as the person who was signed in last at a network, if the token was kept. */
  async function resumeOne(id: string): Promise<void> {
    const chosen = chosenAt(id);
    if (!chosen || chosen.accountId === undefined) return;
    const profile = history.lastProfile(chosen.id, chosen.accountId);
    const names = secretNames(chosen.id);
    const [token, key] = [await kept(names.token), await kept(names.key)];
    if (!profile) return;
    troubles.delete(id);
    let live: Live = { chosen, profile, network: undefined };
    if (token !== undefined && key !== undefined) {
      try {
        const addressed = await withAddress(chosen);
        live = { chosen: addressed, profile, network: open(addressed, key, token) };
      } catch (error) {
        if (!(error instanceof UserFacingError)) throw error;
        parts.log.error(`${error.message} ${String(error.cause)}`);
        troubles.set(id, { kind: 'demo-network-failed', severity: 'problem', title: error.why, advice: error.advice });
      }
    }
    lives.set(id, live);
    await parts.onLive(id, live);
    parts.onChange();
  }

  /** Which network is meant: the one that is named, the one the dialog is open for, the first. */
  const meant = (id: string | undefined): ChosenNetwork | undefined =>
    id === undefined ? (dialog?.chosen ?? settings.get().networks[0]) : chosenAt(id);

  return {
    /** Who is signed in at a network. */
    live: (id: string): Live | undefined => lives.get(id),
    /** Everybody who is signed in, the first to have come first. */
    lives: (): Live[] => settings.get().networks.flatMap(({ id }) => lives.get(id) ?? []),
    /** While the dialog is open. */
    signingIn: () =>
      dialog && {
        dialogUrl: dialog.dialog.url,
        problem: dialog.dialog.problem(),
        means: desktop.authorizeMeans,
        network: dialog.chosen,
      },
    /** What keeps a network from being asked at all. */
    trouble: (id: string): AgentCondition | undefined => troubles.get(id),
    /** At start: goes on with everybody who was signed in. */
    async resume(): Promise<void> {
      for (const { id } of settings.get().networks) await resumeOne(id);
    },
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
    /** `mayWrite`: asks for the permission to write as well. It stays asked for once it was given. */
    async signInAgain(id?: string, { mayWrite = false }: { mayWrite?: boolean } = {}): Promise<void> {
      const chosen = meant(id);
      if (!chosen) throw userFacingError('noNetwork');
      const fromDialog = dialog?.chosen.id === chosen.id ? dialog.key : undefined;
      const key = fromDialog ?? (chosen.kind === 'demo' ? demoApp.key : await kept(secretNames(chosen.id).key));
      if (key === undefined) throw userFacingError('noKey');
      await begin(mayWrite ? { ...chosen, mayWrite } : chosen, key);
    },
    paste(text: string): void {
      if (!dialog) throw userFacingError('noDialog');
      dialog.dialog.paste(text);
    },
    cancelSignIn(): void {
      begun++;
      dialog?.dialog.cancel();
      dialog = undefined;
      parts.onChange();
    },
    /** Forgets a sign-in here at once, then ends its token at the network if that can be reached. */
    async signOut(id: string): Promise<Ending> {
      const left = lives.get(id);
      const chosen = chosenAt(id);
      lives.delete(id);
      troubles.delete(id);
      if (chosen) keepChosen({ ...chosen, accountId: undefined, tokenExpiresAt: undefined });
      await parts.onLive(id, undefined);
      parts.onChange();
      await desktop.secrets
        .delete(secretNames(id).token)
        .catch((error: unknown) => parts.log.warn(`A secret could not be deleted: ${String(error)}`));
      const ending = await endAtNetwork(
        left?.network,
        left ? networkName(left.chosen, parts.words()) : id,
        parts.log,
        parts.words(),
      );
      if (id === 'demo' && !lives.has('demo') && dialog?.chosen.kind !== 'demo') await demo.stop();
      return ending;
    },
    /** Tokens and keys of every network, for hiding them wherever they might show. */
    async secretsToHide(): Promise<string[]> {
      const names = settings.get().networks.flatMap(({ id }) => Object.values(secretNames(id)));
      return (await Promise.all(names.map(kept))).filter((secret) => secret !== undefined);
    },
    async stop(): Promise<void> {
      dialog?.dialog.cancel();
      await demo.close();
    },
  };
}
