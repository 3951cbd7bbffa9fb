export * from './agent.ts';
export * from './doctor.ts';
export * from './run-status.ts';
export * from './sign-in.ts';
export * from './system.ts';
