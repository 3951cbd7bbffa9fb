/** Time in the sandbox network, which may start anywhere and is driven by whoever runs the sandbox. */
export interface SandboxClock {
  /** Epoch seconds, an integer. */
  now(): number;
}
