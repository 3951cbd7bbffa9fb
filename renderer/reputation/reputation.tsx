/**
 * The room of reputation: the chart (`chart/`) with the sum above it, the sites, today's changes, the latest
 * ones, and privileges and badges of a site.
 */

import { useState } from 'react';
import type { ReputationRange } from '../../common/contract/contract.ts';
import { Failed, Loading } from '../feedback/states.tsx';
import { useReputation } from '../agent/queries.ts';
import { useWords } from '../appearance/language.tsx';
import { Segments } from '../widgets/choices.tsx';
import { View } from '../widgets/parts/view.tsx';
import { Changes } from './changes.tsx';
import { Chart } from './chart/chart.tsx';
import { useReportOpened } from './reputation-queries.ts';
import { SiteProfile } from './site-profile.tsx';
import { Sites } from './sites.tsx';
import { Today } from './today.tsx';

const RANGES: readonly ReputationRange[] = ['7-days', '30-days', 'year', 'all'];

/** Reputation on every account: over time, today, what comes next, and what changed it. */
export function Reputation() {
  const words = useWords();
  const reputation = useReputation();
  const [chosen, setChosen] = useState<string>();
  const [range, setRange] = useState<ReputationRange>('30-days');
  const { data } = reputation;
  const accounts = data?.accounts ?? [];
  useReportOpened(accounts.length > 0);
  const account = accounts.find(({ site }) => site.id === chosen);
  const of = account ?? (accounts.length === 1 ? accounts[0] : undefined);
  const profiled = of ?? accounts[0];
  const today = (data?.today ?? []).filter(({ site }) => account === undefined || site.id === account.site.id);
  return (
    <View
      title={words('common.views.reputation')}
      actions={
        accounts.length > 0 && (
          <Segments
            label={words('reputation.chart.ranges.label')}
            value={range}
            options={RANGES.map((value) => ({ value, label: words(`reputation.chart.ranges.${value}`) }))}
            onChange={setRange}
          />
        )
      }
    >
      {reputation.isPending && <Loading label={words('reputation.loading')} />}
      {reputation.isError && <Failed error={reputation.error} again={() => void reputation.refetch()} />}
      {data && (
        <div className="reputation">
          {profiled && (
            <>
              <Chart of={of ? [of] : accounts} site={of?.site} range={range} reading={data.reading} />
              <div className="reputation--side">
                <Today posts={today} />
                <SiteProfile key={profiled.site.id} account={profiled} />
              </div>
              <Sites accounts={accounts} range={range} chosen={account?.site.id} onChoose={setChosen} />
            </>
          )}
          <Changes site={account?.site.id} />
        </div>
      )}
    </View>
  );
}
