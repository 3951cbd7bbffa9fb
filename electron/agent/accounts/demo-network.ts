import { decodeHTML } from 'entities';
import type { Fetch } from '../../api/network.ts';
import type { DemoNetwork, DemoOptions } from '../../desktop/desktop.ts';
import { setAsideIfDamaged } from '../../store/database/damage.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import { problem, type AgentCondition } from '../conditions.ts';
import { userFacingError, type UserFacingError } from '../user-facing-error.ts';
import type { AgentContext } from '../context.ts';

/** Askbell's registration at the demo network, which runs on this machine only, so its key protects nothing. */
export const DEMO_APP = { clientId: 'askbell', key: 'askbell-demo', domain: 'localhost' };

/** The demo network: the file of its data, its speed, and the kind of network it imitates. */
export interface DemoSettings {
  demoFile: string;
  demoSpeed: number;
  demoLike: DemoOptions['like'];
}

/** Pause between the end of a demo network and its restart, in ms. */
const RESTART_PAUSE_MS = 5_000;

/** Runs the demo network while a user is signed in to it. */
export class DemoHost {
  /** Path of its damaged data if it was reset during this run. */
  setAside: string | undefined;
  readonly #context: AgentContext;
  readonly #settings: DemoSettings;
  readonly #closed = new AbortController();
  #running: DemoNetwork | undefined;
  #failure: UserFacingError | undefined;

  constructor(context: AgentContext, settings: DemoSettings) {
    this.#context = context;
    this.#settings = settings;
  }

  /**
   * Returns its address and starts it if necessary.
   * @throws UserFacingError if it cannot be started
   */
  async address(chosen: ChosenNetwork): Promise<{ apiBaseUrl: string; authUrl: string }> {
    try {
      this.#running ??= await this.#start(chosen);
    } catch (error) {
      this.#failure = userFacingError('noDemo', error);
      throw this.#failure;
    }
    this.#failure = undefined;
    return { apiBaseUrl: this.#running.apiBaseUrl, authUrl: this.#running.authUrl };
  }

  /** Returns the condition while it cannot be started. */
  condition(): AgentCondition | undefined {
    if (!this.#failure) return undefined;
    const { why: title, advice } = this.#failure;
    return problem('demo-network-failed', { title, advice });
  }

  /** Stops it when no user is signed in to it any more. */
  async stop(): Promise<void> {
    const left = this.#running;
    this.#running = undefined;
    await left?.stop();
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#running?.stop();
  }

  async #start(chosen: ChosenNetwork): Promise<DemoNetwork> {
    const { desktop, clock, log } = this.#context;
    const { demoFile, demoSpeed, demoLike } = this.#settings;
    const options = { dataFile: demoFile, speed: demoSpeed, like: demoLike, app: DEMO_APP };
    // Uses the last port, so that links and icons stored in the history still work.
    const port = URL.canParse(chosen.apiBaseUrl) ? Number(new URL(chosen.apiBaseUrl).port) : 0;
    // A damaged network may start and then fail at every request. It holds no user data, so it is reset.
    const aside = await setAsideIfDamaged(demoFile, clock.now());
    if (aside !== undefined) {
      this.setAside = aside;
      log.warn(`The demo network's data were damaged; they were kept as ${aside}, and new data were made.`);
    }
    const started = await desktop.startDemoNetwork({ ...options, port }).catch((error: unknown) => {
      if (port === 0) throw error;
      log.warn(`The demo network could not reuse port ${port}: ${String(error)}`);
      return desktop.startDemoNetwork({ ...options, port: 0 });
    });
    // Askbell quit while it was starting.
    if (this.#closed.signal.aborted) await started.stop();
    void started.ended.then(() => this.#ended(started));
    return started;
  }

  /** Reports an unexpected end, after a pause that shows whether Askbell is quitting as well. */
  async #ended(ended: DemoNetwork): Promise<void> {
    const { signal } = this.#closed;
    if (this.#running !== ended || signal.aborted) return;
    this.#running = undefined;
    await this.#context.clock.sleep(RESTART_PAUSE_MS, signal);
    if (!signal.aborted) this.#context.events.emit('demo-ended');
  }
}

/** Failure to go through the demo network's dialog; `message` says at which step. */
export class DemoSignInFailed extends Error {
  override readonly name = 'DemoSignInFailed';
}

/** Maximum number of pages from the dialog's address to its end: log-in, dialog and redirects. */
const MAX_STEPS = 8;

/**
 * Goes through the demo network's own dialog as a user would: loads the page, logs in as the first user if necessary,
 * approves. Returns the address at which the dialog ends, token or code included. For `--demo`, and if the shell has no
 * window for the dialog.
 */
export async function walkDialog(dialogUrl: string, fetch: Fetch): Promise<string> {
  const redirectUri = new URL(dialogUrl).searchParams.get('redirect_uri') ?? '';
  const end = URL.parse(redirectUri)?.href ?? redirectUri;
  const cookies = new Map<string, string>();
  let next: { url: string; body?: URLSearchParams } = { url: dialogUrl };
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const { url, body } = next;
    const answer = await fetch(url, {
      ...(body && { method: 'POST', body }),
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      redirect: 'manual',
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]*)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const target = answer.headers.get('location');
    if (target !== null) {
      next = { url: new URL(target, url).href };
      if (end !== '' && next.url.startsWith(end)) return next.url;
      continue;
    }
    const page = await answer.text();
    if (answer.status !== 200)
      throw new DemoSignInFailed(`The demo network did not let the first demo person in (status ${answer.status}).`);
    next = filledIn(page, url);
  }
  throw new DemoSignInFailed('The demo network went on asking.');
}

/** Returns the form of a page with the first user chosen and the approval set. */
function filledIn(page: string, url: string): { url: string; body: URLSearchParams } {
  const action = /<form[^>]*\baction="([^"]*)"/.exec(page)?.[1];
  const fields = new URLSearchParams();
  for (const [input] of page.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(input, 'name');
    // The first user is preselected; further fields of the same name are skipped.
    if (name !== undefined && !fields.has(name)) fields.set(name, attribute(input, 'value') ?? '');
  }
  if (fields.size === 0) throw new DemoSignInFailed('The demo network did not show its sign-in page.');
  fields.set('decision', 'approve');
  return { url: new URL(action === undefined ? url : decodeHTML(action), url).href, body: fields };
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : decodeHTML(value);
}
