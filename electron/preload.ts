import { contextBridge, ipcRenderer } from 'electron';

/**
 * Preload bridge: identifies the shell to the page, and passes the page's only message port to the background process.
 * All messages over that port are validated against the contract there.
 */
contextBridge.exposeInMainWorld('askbell', { shell: 'electron' });

// The window was hidden to the tray: the page prepares for being shown again.
ipcRenderer.on('askbell:hidden', () => window.dispatchEvent(new Event('askbell:hidden')));

window.addEventListener('message', (event) => {
  // Only the page itself may connect, not a frame inside it.
  if (event.source !== window || event.data !== 'askbell:connect') return;
  const [port] = event.ports;
  if (port) ipcRenderer.postMessage('askbell:connect', null, [port]);
});
