import { makeExecutables, PROCESSORS } from '../../build/packages/server/executable.ts';

/** Makes the executables for servers once, for the tests that try them and the package around them. */
export default async function setup(): Promise<void> {
  await makeExecutables(PROCESSORS, () => {});
}
