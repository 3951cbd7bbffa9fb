/** The room of the settings: pages of sections, each section a file or a folder of its name; `search/` finds them. */

import { useEffect, useRef, useState, type RefObject } from 'react';
import { Link, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { AppState, Settings as AllSettings } from '../../common/contract/contract.ts';
import { ErrorBoundary } from '../widgets/parts/error-boundary.tsx';
import { Failed, Loading, ViewHead } from '../feedback/states.tsx';
import { useSettings, useSites } from '../agent/queries.ts';
import { useWords } from '../appearance/language.tsx';
import { About } from './about.tsx';
import { Accounts } from './accounts/accounts.tsx';
import { Appearance } from './appearance.tsx';
import { Application } from './application/application.tsx';
import { Data } from './data/data.tsx';
import { Diagnostics } from './data/diagnostics.tsx';
import { Notifications } from './notifications/notifications.tsx';
import { PAGE_TITLES, pageOf, pagePath, PAGES, SETTINGS_PATH, type PageName } from './pages.ts';
import { Polling } from './polling/polling.tsx';
import { MutedSites, Quiet, sitesToMute } from './quiet.tsx';
import { revealSetting } from './search/reveal-setting.ts';
import { SettingsSearch } from './search/settings-search.tsx';

/** The names of the pages, each a link to it. */
function PageList({ shown }: { shown: PageName | undefined }) {
  const words = useWords();
  return (
    <nav className="settings-pages" aria-label={words('settings.sections')}>
      {PAGES.map((page) => (
        <Link
          key={page}
          href={pagePath(page)}
          className="settings-pages--link"
          aria-current={page === shown ? 'page' : undefined}
        >
          {words(PAGE_TITLES[page])}
        </Link>
      ))}
    </nav>
  );
}

function Page({ page, state, settings }: { page: PageName; state: AppState; settings: AllSettings }) {
  const sites = useSites();
  switch (page) {
    case 'accounts':
      return <Accounts state={state} />;
    case 'notifications':
      return (
        <>
          <Notifications state={state} settings={settings} />
          <MutedSites settings={settings} sites={sitesToMute(sites.data ?? [], settings)} />
        </>
      );
    case 'quiet':
      return <Quiet settings={settings} />;
    case 'appearance':
      return <Appearance settings={settings} />;
    case 'application':
      return <Application state={state} settings={settings} />;
    case 'data':
      return (
        <>
          <Data settings={settings} />
          <Diagnostics />
        </>
      );
    case 'advanced':
      return <Polling state={state} settings={settings} />;
    case 'about':
      return <About version={state.version} />;
  }
}

/** The label of the setting that led here, from the search or the palette. */
function wantedSetting(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('setting' in state)) return undefined;
  return typeof state.setting === 'string' ? state.setting : undefined;
}

/** Leads the focus to what was opened: the setting that was looked for, or the page; back in the list, to its name. */
function useFocusOnPage(frame: RefObject<HTMLElement | null>, page: PageName | undefined, isReady: boolean): void {
  const history: unknown = useHistoryState();
  const before = useRef(page);
  useEffect(() => {
    const wanted = wantedSetting(history);
    if (!isReady || wanted === undefined) return undefined;
    // After the window has moved the focus to a view that was just opened.
    const timer = setTimeout(() => frame.current && revealSetting(frame.current, wanted));
    return () => clearTimeout(timer);
  }, [frame, history, isReady]);
  useEffect(() => {
    const left = before.current;
    before.current = page;
    if (left === page || wantedSetting(history) !== undefined) return;
    window.scrollTo(0, 0);
    const opened =
      page === undefined && left !== undefined
        ? document.querySelector<HTMLElement>(`.settings-pages [href$="${pagePath(left)}"]`)
        : frame.current?.querySelector<HTMLElement>('section');
    opened?.focus({ preventScroll: true });
  }, [frame, history, page]);
}

/** What a person can choose. In a narrow window, list and page take turns. */
export function Settings({ state }: { state: AppState }) {
  const words = useWords();
  const [location] = useLocation();
  const settings = useSettings();
  const [search, setSearch] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  const { data } = settings;
  const named = pageOf(location);
  const page = named ?? 'accounts';
  useFocusOnPage(frame, named, data !== undefined);
  return (
    <div className={`settings ${named === undefined ? '' : 'has-page'}`}>
      <ViewHead title={words('settings.title')} />
      <div className="settings--columns">
        <div className="settings--side">
          <SettingsSearch text={search} onType={setSearch} />
          {search.trim() === '' && <PageList shown={page} />}
        </div>
        <div className="settings--page" ref={frame}>
          <Link href={SETTINGS_PATH} className="settings--back">
            {words('settings.pages.back')}
          </Link>
          {settings.isPending && <Loading label={words('settings.loading')} />}
          {settings.isError && <Failed error={settings.error} again={() => void settings.refetch()} />}
          {data !== undefined && (
            <ErrorBoundary key={page}>
              <Page page={page} state={state} settings={data} />
            </ErrorBoundary>
          )}
        </div>
      </div>
    </div>
  );
}
