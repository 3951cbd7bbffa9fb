import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ThirdParty } from '../../../common/contract/contract.ts';

/** Reads the list of packages that the build wrote; empty if there was no build. */
export function readThirdParties(file: string): ThirdParty[] {
  try {
    return z.array(ThirdParty).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return [];
  }
}
