import { contextBridge, ipcRenderer } from 'electron';

/**
 * The bridge: tells the page that it runs in Electron, and hands the one message port the page makes to the
 * background process. Everything said over that port is checked against the contract there.
 */
contextBridge.exposeInMainWorld('askbell', { shell: 'electron' });

window.addEventListener('message', (event) => {
  // Only the page itself may connect, not a frame inside it.
  if (event.source !== window || event.data !== 'askbell:connect') return;
  const [port] = event.ports;
  if (port) ipcRenderer.postMessage('askbell:connect', null, [port]);
});
