import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ThirdParty } from '../../../../common/contract/contract.ts';

/** The packages that Askbell is built with, as the build wrote them down; none where it was not built. */
export function readThirdParties(file: string): ThirdParty[] {
  try {
    return z.array(ThirdParty).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return [];
  }
}
