import { os, type RouterParts } from './procedures.ts';

/** The panel opens and closes, and leads to the window. */
export const panelHandlers = ({ agent, desktop }: RouterParts) => ({
  show: os.panel.show.handler(() => {
    agent.commands.showPanel();
    return {};
  }),
  hide: os.panel.hide.handler(() => {
    desktop.hidePanel();
    return {};
  }),
  openWindow: os.panel.openWindow.handler(({ input }) => {
    desktop.hidePanel();
    agent.showWindow(input.view);
    return {};
  }),
});
