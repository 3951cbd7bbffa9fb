import { z } from 'zod';
import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../../common/durations.ts';
import { errorMessage } from '../../../common/error-message.ts';
import type { AgentContext } from '../context.ts';
import type { Fetch } from '../../api/network.ts';
import { parseJson } from '../../api/http/body.ts';
import { isOnThisMachine } from '../../api/http/request.ts';
import { send } from '../../api/http/send.ts';
import type { StoredSettings } from '../../store/settings.ts';

/** Time after startup until the first check, in ms: a start has more urgent work. */
const FIRST_AFTER_MS = 10 * MINUTE_MS;
/** Time between two successful checks, in ms. */
const INTERVAL_MS = DAY_MS;
/** Interval at which a due check is looked for, in ms; a failed check is repeated then. */
const CHECK_INTERVAL_MS = HOUR_MS;

/**
 * Whether to check for a newer Askbell: the setting is on, an account is signed in at a remote network, and the last
 * answer is a day old. A time of the last answer in the future means that the clock was set back. Pure.
 */
export function isLookDue({ networks, preferences, update }: StoredSettings, now: number): boolean {
  const signedIn = networks.filter(({ accountId }) => accountId !== undefined);
  if (!preferences.checkForUpdates) return false;
  // With only a network on this machine, which is a trial, no other remote host is contacted.
  if (!signedIn.some(({ kind, apiBaseUrl }) => kind !== 'demo' && !isOnThisMachine(apiBaseUrl))) return false;
  const age = now - (update?.askedAt ?? -Infinity);
  return age < 0 || age >= INTERVAL_MS;
}

/** Daily check for a newer Askbell, which downloads it if the updater can. */
export class UpdateCheck {
  readonly #context: AgentContext;
  readonly #feed: string;
  readonly #version: string;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  /** @param feed address that returns the newest release */
  constructor(context: AgentContext, feed: string, version: string) {
    this.#context = context;
    this.#feed = feed;
    this.#version = version;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Aborts a running check and waits for its end. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { clock } = this.#context;
    const { signal } = this.#stopping;
    await clock.sleep(FIRST_AFTER_MS, signal);
    while (!signal.aborted) {
      await this.look();
      await clock.sleep(CHECK_INTERVAL_MS, signal);
    }
  }

  /** Checks for a newer Askbell if due. Never rejects. */
  async look(): Promise<void> {
    const { settings, clock, fetch, log, events } = this.#context;
    if (!isLookDue(settings.get(), clock.now())) return;
    try {
      const release = await latestRelease(this.#feed, fetch, this.#stopping.signal);
      const found = isNewer(release.version, this.#version) ? { ...release, way: await this.#get(release) } : undefined;
      settings.change({ update: { askedAt: clock.now(), found } });
      events.emit('state-changed');
    } catch (error) {
      if (!this.#stopping.signal.aborted) log.info(`The update check failed: ${errorMessage(error)}`);
    }
  }

  /** Downloads a release if the updater can; returns how it is installed. */
  async #get({ version }: Release): Promise<'self' | 'page'> {
    const { log, desktop } = this.#context;
    const { updater } = desktop;
    if (updater === undefined) return 'page';
    try {
      await updater.download(version);
      return 'self';
    } catch (error) {
      log.warn(`Downloading Askbell ${version} failed: ${errorMessage(error)}`);
      return 'page';
    }
  }
}

/** Address of the newest release, from the project's release page. */
export const RELEASE_FEED = 'https://api.github.com/repos/askbell/askbell/releases/latest';

/** Time limit of the answer, in ms. */
const ANSWER_TIMEOUT_MS = 30_000;

/** Fields read from GitHub's "Get the latest release"; drafts and trial releases are never the latest. */
const LatestRelease = z.object({ tag_name: z.string(), html_url: z.url({ protocol: /^https?$/ }) });

/** Release of Askbell. */
export interface Release {
  /** Version, such as `1.2.3`. */
  version: string;
  /** Address of the release's page. */
  page: string;
}

/**
 * Requests the newest release. The request contains the name and version of Askbell, and nothing about the user or the
 * machine. Rejects if there is no valid answer.
 */
export async function latestRelease(feed: string, fetch: Fetch, stop: AbortSignal): Promise<Release> {
  const { status, text } = await send(fetch, new URL(feed), {
    headers: { accept: 'application/vnd.github+json' },
    timeoutMs: ANSWER_TIMEOUT_MS,
    signal: stop,
  });
  if (status < 200 || status >= 300) throw new Error(`the page of releases answered ${status}`);
  const { tag_name: tag, html_url: page } = LatestRelease.parse(parseJson(text));
  return { version: tag.replace(/^v/, ''), page };
}

const VERSION = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/;

const numbersOf = (version: string) => VERSION.exec(version)?.slice(1).map(Number);

/**
 * Whether a version is newer than another. A version that is not `x.y.z` (a trial release, say) is never newer. Pure.
 */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(than)];
  if (!one || !other) return false;
  const different = one.findIndex((number, index) => number !== other[index]);
  return different !== -1 && (one[different] as number) > (other[different] as number);
}
