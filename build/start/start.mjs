// Plain JavaScript on purpose: see check.mjs.
await import('./check.mjs');
const { start } = await import('./start.ts');
process.exitCode = await start(process.argv.slice(2));
