import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ThirdParty } from '../../../common/contract/contract.ts';
import { os, type RouterParts } from '../procedures.ts';

/** Handler of version, licence and third-party packages. */
export const aboutHandler = ({ agent, thirdPartiesFile }: RouterParts) =>
  os.about.handler(() => ({
    version: agent.version,
    licence: 'MIT',
    thirdParties: readThirdParties(thirdPartiesFile),
  }));

/** Reads the list of packages that the build wrote; empty if there was no build. */
export function readThirdParties(file: string): ThirdParty[] {
  try {
    return z.array(ThirdParty).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return [];
  }
}
