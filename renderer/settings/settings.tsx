/** The room of the settings: four pages of sections, each page a folder of its name; `search/` finds their rows. */

import { useEffect, useRef, type RefObject } from 'react';
import { Link, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { AppState, Settings as AllSettings } from '../../common/contract/contract.ts';
import { ErrorBoundary } from '../widgets/parts/error-boundary.tsx';
import { Failed, Loading } from '../feedback/states.tsx';
import { View } from '../widgets/parts/view.tsx';
import { useSettings } from '../agent/queries.ts';
import { useWords } from '../appearance/language.tsx';
import { About } from './data/about.tsx';
import { Accounts } from './accounts/accounts.tsx';
import { Data } from './data/data.tsx';
import { Trouble } from './data/trouble.tsx';
import { Forwarding } from './forwarding/forwarding.tsx';
import { Notifications } from './notifications/notifications.tsx';
import { PAGE_TITLES, pagePath, PAGES, pageOf, type PageName, type Place } from './pages.ts';
import { revealSetting } from './search/reveal-setting.ts';
import { SettingsSearch } from './search/settings-search.tsx';
import { WindowAndKeys } from './window/window-and-keys.tsx';

/** The names of the pages, each a link to it. */
function PageList({ shown }: { shown: PageName }) {
  const words = useWords();
  return (
    <nav className="segments" aria-label={words('settings.sections')}>
      {PAGES.map((page) => (
        <Link key={page} href={pagePath(page)} aria-current={page === shown ? 'page' : undefined}>
          {words(PAGE_TITLES[page])}
        </Link>
      ))}
    </nav>
  );
}

function Page({ page, ...props }: { page: PageName; state: AppState; settings: AllSettings }) {
  if (page === 'notifications') return <Notifications {...props} />;
  if (page === 'forwarding') return <Forwarding />;
  if (page === 'window') return <WindowAndKeys {...props} />;
  return (
    <>
      <Accounts {...props} />
      <Data settings={props.settings} />
      <Trouble {...props} />
      <About version={props.state.version} settings={props.settings} />
    </>
  );
}

/** The label of the setting that led here, from the search or the palette. */
function wantedSetting(state: unknown): string | undefined {
  const { setting } = (state ?? {}) as { setting?: unknown };
  return typeof setting === 'string' ? setting : undefined;
}

/** Leads the focus to what was opened: the setting that was looked for, the card of an address, or the page. */
function useFocusOnPage(frame: RefObject<HTMLElement | null>, { page, section }: Place, isReady: boolean): void {
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
    if (!isReady) return;
    const left = before.current;
    before.current = page;
    if (wantedSetting(history) !== undefined) return;
    if (left !== page) {
      frame.current?.closest('.view')?.scrollTo(0, 0);
      frame.current?.querySelector<HTMLElement>('section')?.focus({ preventScroll: true });
    }
    if (section !== undefined) document.getElementById(`settings-${section}`)?.scrollIntoView();
  }, [frame, history, isReady, page, section]);
}

/** What a person can choose, on four pages. */
export function Settings({ state }: { state: AppState }) {
  const words = useWords();
  const [location] = useLocation();
  const settings = useSettings();
  const frame = useRef<HTMLDivElement>(null);
  const { data } = settings;
  const place = pageOf(location);
  useFocusOnPage(frame, place, data !== undefined);
  return (
    <View
      title={words('common.views.settings')}
      actions={
        <>
          <PageList shown={place.page} />
          <SettingsSearch />
        </>
      }
    >
      <div className={`settings--page settings--page__${place.page}`} ref={frame}>
        {settings.isPending && <Loading label={words('settings.loading')} />}
        {settings.isError && <Failed error={settings.error} again={() => void settings.refetch()} />}
        {data !== undefined && (
          <ErrorBoundary key={place.page}>
            <Page page={place.page} state={state} settings={data} />
          </ErrorBoundary>
        )}
      </div>
    </View>
  );
}
