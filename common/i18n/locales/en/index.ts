/** Texts of the window, by view; `agent-only.ts` has those of the agent. */
export * from './common.ts';
export * from './inbox.ts';
export * from './panel.ts';
export * from './reputation.ts';
export * from './settings.ts';
export * from './shortcuts.ts';
export * from './status.ts';
export * from './watches.ts';
export * from './welcome.ts';
