import { IN_ELECTRON } from './connection/bridge.ts';
import { useAgentMutation } from './queries.ts';

/** Opens the panel. A page of a browser does that by itself, as a window without tabs. */
export function useOpenPanel(): () => void {
  const show = useAgentMutation((client) => client.panel.show());
  return () =>
    IN_ELECTRON ? show.mutate() : void window.open('/panel', 'askbell-panel', 'popup,width=400,height=560');
}
