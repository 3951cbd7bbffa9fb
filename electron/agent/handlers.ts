import type { ContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract';
import type { PageContext } from '../desktop/desktop.ts';

/** Circumstances of a window's call: the page that called, and a signal that aborts when it no longer waits. */
export interface Call extends PageContext {
  signal?: AbortSignal | undefined;
}

/** Result of a call; none is sent as `{}`. */
type Answer<Result> = Result | Promise<Result> | ({} extends Result ? void | Promise<void> : never);

/**
 * Methods that answer a topic of the contract, each by the name of its procedure. A class implements it by types alone,
 * so that the contract's schemas stay unloaded without a window.
 */
export type Handlers<Topic> = {
  [Name in keyof Topic]: Topic[Name] extends ContractProcedure<infer Input, infer Output, infer _E, infer _M>
    ? (input: InferSchemaOutput<Input>, call: Call) => Answer<InferSchemaInput<Output>>
    : Handlers<Topic[Name]>;
};
