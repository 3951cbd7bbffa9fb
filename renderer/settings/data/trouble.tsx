import type { AppState, Settings } from '../../../common/contract/contract.ts';
import { useChangeSettings } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { Exceptions, Section } from '../setting-row.tsx';
import { Checks } from './checks.tsx';
import { weightWords } from './polling-words.ts';
import { ProxySetting } from './proxy.tsx';

const EVEN = { inbox: 1, reputation: 1, watches: 1 };
const STREAMS = ['inbox', 'reputation', 'watches'] as const;

/** How Askbell reaches the network, and what helps where it does not. */
export function Trouble({ state, settings }: { state: AppState; settings: Settings }) {
  const words = useWords();
  const { mutate } = useChangeSettings();
  const { push, pollingWeights, proxy } = settings;
  const kept = [
    ...(push ? [] : [words('settings.polling.noPush')]),
    ...STREAMS.filter((stream) => pollingWeights[stream] !== 1).map((stream) =>
      words('settings.polling.weighed', {
        what: words(`settings.polling.weightOf.${stream}`),
        weight: weightWords(words, pollingWeights[stream]),
      }),
    ),
  ];
  return (
    <Section
      id="trouble"
      aside={
        kept.length > 0 ? (
          <Exceptions what={kept} onClear={() => mutate({ push: true, pollingWeights: EVEN })} />
        ) : undefined
      }
    >
      <Checks state={state} />
      <ProxySetting proxy={proxy} why={state.abilities.proxy.why} onChange={(to) => mutate({ proxy: to })} />
    </Section>
  );
}
