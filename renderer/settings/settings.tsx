/** The room of the settings: one page of sections, each a file or a folder of the section's name. */

import type { AppState } from '../../common/contract/contract.ts';
import { Failed, Loading, ViewHead } from '../feedback/states.tsx';
import { useSettings, useSites } from '../agent/queries.ts';
import { useWords } from '../appearance/language.tsx';
import { About } from './about.tsx';
import { Accounts } from './accounts.tsx';
import { Appearance } from './appearance.tsx';
import { Application } from './application/application.tsx';
import { Data } from './data.tsx';
import { Diagnostics } from './diagnostics/diagnostics.tsx';
import { Notifications } from './notifications.tsx';
import { Polling } from './polling/polling.tsx';
import { MutedSites, Quiet, sitesToMute } from './quiet.tsx';
import { SectionList, SECTIONS } from './section.tsx';

/** What a person can choose. */
export function Settings({ state }: { state: AppState }) {
  const words = useWords();
  const settings = useSettings();
  const sites = useSites();
  const { data } = settings;
  const toMute = data === undefined ? [] : sitesToMute(sites.data ?? [], data);
  return (
    <>
      <ViewHead title={words('settings.title')} />
      {settings.isPending && <Loading label={words('settings.loading')} />}
      {settings.isError && <Failed error={settings.error} again={() => void settings.refetch()} />}
      {data !== undefined && (
        <>
          <SectionList shown={SECTIONS.filter((name) => name !== 'sites' || toMute.length > 0)} />
          <Accounts state={state} />
          <Notifications state={state} settings={data} />
          <MutedSites settings={data} sites={toMute} />
          <Quiet settings={data} />
          <Polling state={state} settings={data} />
          <Appearance settings={data} />
          <Application state={state} settings={data} />
          <Diagnostics />
          <Data settings={data} />
          <About version={state.version} />
        </>
      )}
    </>
  );
}
