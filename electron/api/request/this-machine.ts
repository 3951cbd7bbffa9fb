/** Whether an address leads to this machine itself. */
export function isOnThisMachine(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? '';
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
