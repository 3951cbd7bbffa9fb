import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  confineToApp,
  denyPermissions,
  openOutside,
  refuseDownloads,
} from '../../../../../electron/desktop/electron/window/security.ts';

const opened = vi.hoisted((): string[] => []);
vi.mock('electron', () => ({
  app: {},
  protocol: {},
  session: {},
  shell: { openExternal: async (address: string) => void opened.push(address) },
}));
beforeEach(() => void opened.splice(0));

describe('what may be opened outside', () => {
  test.each(['https://example.com/q/1', 'http://127.0.0.1:4000/questions/1', 'http://example.com/'])(
    '%s may',
    async (address) => {
      await openOutside(address);
      expect(opened).toEqual([address]);
    },
  );

  test.each(['file:///etc/passwd', 'ms-settings:', 'app://askbell/index.html', 'https://user:password@example.com/'])(
    '%s reaches nobody, and the error says so',
    async (address) => {
      await expect(openOutside(address)).rejects.toThrow(/web addresses/);
      expect(opened).toEqual([]);
    },
  );

  test.each(['https://user:password@example.com/', 'file:///etc/passwd'])(
    'a page opens no window for %s, and goes nowhere',
    (address) => {
      const heard = new Map<string, (details: { url: string; preventDefault: () => void }) => void>();
      let onWindow: ((details: { url: string }) => unknown) | undefined;
      confineToApp({
        setWindowOpenHandler: (handler: typeof onWindow) => void (onWindow = handler),
        on: (event: string, listener: never) => void heard.set(event, listener),
      } as never);
      expect(onWindow!({ url: address })).toEqual({ action: 'deny' });
      let isPrevented = false;
      heard.get('will-navigate')!({ url: address, preventDefault: () => void (isPrevented = true) });
      expect(isPrevented).toBe(true);
      expect(opened).toEqual([]);
    },
  );
});

describe('what the pages may do', () => {
  type Asked = Parameters<typeof denyPermissions>[0];
  type OnRequest = NonNullable<Parameters<Asked['setPermissionRequestHandler']>[0]>;
  type OnCheck = NonNullable<Parameters<Asked['setPermissionCheckHandler']>[0]>;

  /** What Chromium is answered, by both of the ways it asks. */
  function answers(permission: string, page: string): boolean[] {
    let onRequest: OnRequest | null = null;
    let onCheck: OnCheck | null = null;
    denyPermissions({
      setPermissionRequestHandler: (handler) => void (onRequest = handler),
      setPermissionCheckHandler: (handler) => void (onCheck = handler),
      setDevicePermissionHandler: () => undefined,
    });
    const said: boolean[] = [];
    const request = onRequest as OnRequest | null;
    const check = onCheck as OnCheck | null;
    request?.({} as never, permission as never, (granted) => void said.push(granted), { requestingUrl: page } as never);
    said.push(check?.({} as never, permission as never, page, {} as never) ?? false);
    return said;
  }
  const own = 'app://askbell/index.html';

  test.each(['clipboard-sanitized-write', 'loopback-network', 'local-network-access'])(
    'the window’s own page has %s',
    (permission) => {
      expect(answers(permission, own)).toEqual([true, true]);
      expect(answers(permission, 'app://askbell/')).toEqual([true, true]);
    },
  );

  test.each(['clipboard-sanitized-write', 'loopback-network'])('no other page has %s', (permission) => {
    for (const page of ['https://example.com/', 'http://127.0.0.1:4000/', 'app://other/index.html', ''])
      expect(answers(permission, page)).toEqual([false, false]);
  });

  test.each([
    'clipboard-read',
    'deprecated-sync-clipboard-read',
    'notifications',
    'geolocation',
    'media',
    'openExternal',
    'fullscreen',
    'midi',
    'hid',
  ])('nobody has %s', (permission) => {
    expect(answers(permission, own)).toEqual([false, false]);
  });
});

describe('downloads', () => {
  /** Whether one from this address goes on. */
  function goesOn(address: string): boolean {
    let refused = false;
    const on = (name: string, listener: (event: object, item: object) => void) => {
      if (name === 'will-download')
        listener({ preventDefault: () => void (refused = true) }, { getURL: () => address });
    };
    refuseDownloads({ on } as never);
    return !refused;
  }

  test('the export that the window’s own page made is saved', () => {
    expect(goesOn('blob:app://askbell/4c1c0a52-3b5c-4bd7-8a07-6f8f8f1a0d00')).toBe(true);
  });

  test.each([
    'https://hostile.example/free.exe',
    'http://127.0.0.1:4010/free.exe',
    'blob:https://hostile.example/4c1c0a52',
    'blob:app://hostile/4c1c0a52',
    'data:application/octet-stream,x',
    'app://askbell/index.html',
    'blob:',
    '',
  ])('%s is refused', (address) => {
    expect(goesOn(address)).toBe(false);
  });
});
