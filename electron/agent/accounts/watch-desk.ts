import type { Clock } from '../../clock.ts';
import type { History } from '../../store/history.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { Poller } from '../polling/poller.ts';
import type { Live } from './session.ts';
import type { StreamId } from '../domain/stream-id.ts';
import { watchList } from '../watches/watch-list.ts';
import { watchPreview } from '../watches/preview.ts';
import type { PlanScenario } from '../planning/plan-types.ts';

/** Where watches are looked at, previewed, kept and given up, for whoever is signed in. */
export function watchDesk(parts: {
  settings: SettingsStore;
  history: History;
  clock: Clock;
  live: () => Live | undefined;
  poller: () => Poller | undefined;
  onChange: () => void;
}) {
  const { poller } = parts;
  const networkNow = () => poller()?.networkNow();
  const pollsPerDay = (stream: StreamId, asIf?: PlanScenario): number => poller()?.pollsPerDay(stream, asIf) ?? 0;
  const watches = watchList({
    settings: parts.settings,
    history: parts.history,
    profile: () => parts.live()?.profile,
    now: parts.clock.now,
    networkNow,
    pollsPerDay,
    isRefused: (stream) => poller()?.isRefused(stream) === true,
    onChange(forgotten) {
      poller()?.forgetStreams(forgotten);
      poller()?.replan();
      parts.onChange();
    },
  });
  const previews = watchPreview({
    profile: watches.profile,
    network: () => parts.live()?.network,
    now: parts.clock.now,
    networkNow,
    forClicks: () => poller()?.forClicks(),
    pollsPerDay,
    othersOn: watches.othersOn,
  });
  return { watches, previews };
}
