import { readThirdParties } from '../../agent/health/diagnostics.ts';
import { os, type RouterParts } from '../procedures.ts';

/** Handler of version, licence and third-party packages. */
export const aboutHandler = ({ agent, thirdPartiesFile }: RouterParts) =>
  os.about.handler(() => ({
    version: agent.version,
    licence: 'MIT',
    thirdParties: readThirdParties(thirdPartiesFile),
  }));
