import { BlockList, isIP } from 'node:net';
import { webAddress } from '../../../../common/web-address.ts';

/** Between two tabs that a foreign page opens in the person's browser, in ms. */
const MIN_TAB_INTERVAL_MS = 1_000;

/** Addresses of this machine, of local networks and of nobody (IANA's special-purpose registries), in CIDR notation. */
const PRIVATE_RANGES = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '::1/128',
  '64:ff9b::/96',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
];

/** Names that only this machine or its own network knows; a name without a dot is one of those, too. */
const PRIVATE_NAME = /^[^.]*$|(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa)$/;

const privateAddresses = new BlockList();
for (const range of PRIVATE_RANGES) {
  const [net = '', prefix] = range.split('/');
  privateAddresses.addSubnet(net, Number(prefix), net.includes(':') ? 'ipv6' : 'ipv4');
}

/** Whether an address is https to a host of the public internet, with no user name or password in it. */
export function isPublicHttps(address: string): boolean {
  const url = webAddress(address);
  if (url?.protocol !== 'https:') return false;
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
  const family = isIP(host);
  if (family === 0) return !PRIVATE_NAME.test(host);
  return !privateAddresses.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Where a foreign page such as a sign-in may lead its window: to public https, and within the origin that Askbell
 * opened itself, which for the demo network is on this machine.
 */
export function mayShow(address: string, opened: string): boolean {
  const url = webAddress(address);
  return (url !== undefined && url.origin === URL.parse(opened)?.origin) || isPublicHttps(address);
}

export interface ForeignTabsParts {
  /** Whether the person has just clicked or typed in the page. */
  isPersonActive: () => Promise<boolean>;
  /** Opens an address in the person's browser. */
  open: (address: string) => Promise<void>;
  /** In ms, of any clock that does not go back. */
  now: () => number;
}

/**
 * The tabs that a page which is not Askbell's asks for: only after a click or a key, only at public https addresses,
 * and at most one a second. What it asks for while one is being decided is dropped, so that a flood costs nothing.
 */
export class ForeignTabs {
  readonly #parts: ForeignTabsParts;
  #lastAt = -Infinity;
  #deciding = false;

  constructor(parts: ForeignTabsParts) {
    this.#parts = parts;
  }

  /** Opens it or drops it. Never rejects. */
  async request(address: string): Promise<void> {
    const { isPersonActive, open, now } = this.#parts;
    if (this.#deciding || !isPublicHttps(address) || now() - this.#lastAt < MIN_TAB_INTERVAL_MS) return;
    this.#deciding = true;
    try {
      if (!(await isPersonActive())) return;
      this.#lastAt = now();
      await open(address);
    } catch {
      // A page that is gone meanwhile, or a system without a browser: nobody waits for an answer.
    } finally {
      this.#deciding = false;
    }
  }
}
