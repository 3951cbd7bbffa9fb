import { contextBridge, ipcRenderer } from 'electron';

/**
 * The bridge: tells the page that it runs in Electron, and hands the one message port the page makes to the
 * background process. Everything said over that port is checked against the contract there.
 */
contextBridge.exposeInMainWorld('askbell', { shell: 'electron' });

// Its window went to the tray: the page makes itself ready for being opened anew.
ipcRenderer.on('askbell:hidden', () => window.dispatchEvent(new Event('askbell:hidden')));

window.addEventListener('message', (event) => {
  // Only the page itself may connect, not a frame inside it.
  if (event.source !== window || event.data !== 'askbell:connect') return;
  const [port] = event.ports;
  if (port) ipcRenderer.postMessage('askbell:connect', null, [port]);
});
