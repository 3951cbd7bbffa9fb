/** Texts used only by the agent, in notifications, the tray and its responses; the window does not load them. */
export * from './agent.ts';
export * from './doctor.ts';
export * from './run-status.ts';
export * from './sign-in.ts';
export * from './system.ts';
