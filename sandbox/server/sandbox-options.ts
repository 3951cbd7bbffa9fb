import {
  behaviourOf,
  type BehaviourOverrides,
  type CredentialPlace,
  type ErrorStyle,
  type Likeness,
  type NetworkBehaviour,
} from '../behaviour.ts';
import type { App, Grant } from '../oauth/apps.ts';
import type { SocketFault } from '../socket/socket-faults.ts';
import type { SandboxClock } from '../world/clock.ts';

/** How a sandbox is to be; everything has a default. */
export interface SandboxOptions {
  /** 0, the default, takes a free one. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** Beside the demo app, which is always there. */
  apps?: readonly App[];
  /** Tokens that are there from the start. */
  grants?: readonly Grant[];
  /** The database; default in memory. */
  file?: string;
  /** Default 1. */
  seed?: number;
  /** Default: the machine's clock. */
  clock?: SandboxClock;
  /** A steady clock in ms, by which bursts are counted; default: the machine's. */
  steadyMs?: () => number;
  /** How many times faster than usual people ask, answer and vote; default: nothing happens by itself. */
  speed?: number;
  /** Requests a day without and with a key; default 300 and 10,000 (docs/api.md, "Quota"). */
  quota?: { anonymous?: number; key?: number };
  /** The pause that every answer asks for, in seconds; or, as the public service does, now and then; default none. */
  backoff?: number | 'sometimes';
  /** Which of the two descriptions of such networks it follows; default the specification. */
  like?: Likeness | undefined;
  /** Where requests say who asks; default as `like` has it. */
  credentials?: CredentialPlace | undefined;
  /** The message to a request that carries its credentials in the wrong place; default as `like` has it. */
  refusalText?: string | undefined;
  /** How errors are told; default as `like` has it. */
  throttle?: ErrorStyle | undefined;
  /** The share of requests, 0 to 1, that get the page of a protection; default as `like` has it. */
  protection?: number | undefined;
  /** How the socket fails, where there is one; default not at all. */
  socketFault?: SocketFault | undefined;
  /** Any other flag that is to be different from what `like` has. */
  behaviour?: BehaviourOverrides;
  /** Whether identical requests within a minute get the answer that was given first; default true. */
  cache?: boolean;
  /** Adds the control routes. */
  control?: boolean;
  /** Requests a second before an address is banned; default 30, Infinity for no limit. */
  burst?: number;
  /** Whether a filter minted elsewhere is answered with every field (default) or refused. */
  foreignFilters?: 'answer' | 'refuse';
  /** Where lines for whoever runs it go; default nowhere. Never holds a token or key. */
  log?: (line: string) => void;
  /** Told while new demo data is made. */
  onProgress?: (done: number, total: number) => void;
}

/** The flags that the options ask for. */
export const behaviourFor = (options: SandboxOptions): NetworkBehaviour =>
  behaviourOf(options.like, {
    credentials: options.credentials,
    refusalText: options.refusalText,
    errorStyle: options.throttle,
    protectionPages: options.protection,
    ...options.behaviour,
  });
