/** The house's rule: arrows point one way. CONTRIBUTING.md shows the rooms. */
const HOUSE = '^(common|electron|renderer|sandbox|build|test|bench)/';
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: HOUSE, pathNot: [from, ...allowed] },
});

/**
 * The floors of each part of the house, the uppermost first: a room uses only those on the floors below its own, and
 * none beside it. Paths are regular expressions, from the part's folder.
 */
const FLOORS = {
  common: [
    ['i18n/'],
    ['contract/'],
    ['schemas/(?!wire-fields)'],
    ['resources\\.ts'],
    ['schemas/wire-fields\\.ts'],
    ['(?!resources)[^/]+$'],
  ],
  electron: [['[^/]+$'], ['commands/'], ['router/'], ['agent/'], ['desktop/'], ['store/', 'api/'], ['base/']],

  'electron/agent': [
    ['agent\\.ts'],
    ['view/'],
    ['health/'],
    ['settings/', 'library/'],
    ['accounts/'],
    ['scheduler/'],
    ['sources/'],
    ['notifications/'],
    ['forwarding/'],
    ['(?!agent\\.)[^/]+\\.ts'],
  ],
  'electron/store': [
    ['(history|settings)\\.ts'],
    ['archive\\.ts', 'profile-history\\.ts', 'thread/'],
    ['(questions|reputation|deletion|event-log|pending-notifications|outbox)\\.ts'],
    ['inbox/'],
    ['database/'],
    ['events\\.ts'],
  ],
  'electron/api': [
    ['client\\.ts', 'code-grant\\.ts', 'socket\\.ts'],
    ['http/', 'oauth\\.ts'],
    ['network\\.ts'],
    ['endpoints\\.ts'],
  ],
  'electron/desktop': [
    ['electron/', 'headless/'],
    ['media/', '(?!desktop\\.ts|app-files)[^/]+\\.ts'],
    ['linux/'],
    ['desktop\\.ts', 'app-files\\.ts'],
  ],
  'electron/desktop/electron': [
    ['electron-desktop\\.ts'],
    ['(?!electron-desktop|installation|net)[^/]+\\.ts'],
    ['window/'],
    ['net\\.ts', 'installation\\.ts'],
  ],
  'electron/desktop/headless': [
    ['headless-desktop\\.ts', 'keyring-process\\.ts'],
    ['(?!headless-desktop|data-dir|keyring-process)[^/]+\\.ts', 'window/'],
    ['data-dir\\.ts'],
  ],
  renderer: [
    ['app/(main|panel-main)'],
    ['app/(app|mount)'],
    ['panel/'],
    ['commands/palette/'],
    ['inbox/', 'watches/', 'reputation/', 'settings/', 'welcome/'],
    ['app/frame/'],
    ['feed/'],
    ['agent/(?!connection/)'],
    ['feedback/'],
    ['agent/connection/'],
    ['commands/(?!palette/)'],
    ['widgets/'],
    ['appearance/'],
  ],
  sandbox: [
    ['start\\.mjs'],
    ['command/'],
    ['server/'],
    ['control/'],
    ['openapi/'],
    ['oauth/'],
    ['socket/'],
    ['pages/'],
    ['dump/'],
    ['api/(?:api|answer|faults|network)\\.ts'],
    ['api/lists/'],
    ['api/send\\.ts'],
    ['api/routes/'],
    ['api/query/'],
    ['api/(?:caller|errors|gate|quota)\\.ts'],
    ['api/objects/'],
    ['world/'],
    ['behaviour\\.ts', 'compile-cache\\.ts'],
  ],
};

/** A room as it is called: its path, or "files" for those that a pattern names. */
const called = (room) => (/[(*+]/.test(room) ? 'files' : room.replaceAll('\\', ''));

/** The rules of one part: each room looks down, and a new one must be given a floor. */
function floorRules(part, floors) {
  const paths = floors.map((rooms) => rooms.map((room) => `^${part}/${room}`));
  const looksDown = floors.flatMap((rooms, index) =>
    rooms.map((room, place) => ({
      name: `${part}-looks-down: ${called(room)}`,
      comment: 'A room uses only rooms on the floors below its own.',
      severity: 'error',
      from: { path: paths[index][place] },
      to: { path: [...paths.slice(0, index).flat(), ...paths[index].filter((_, other) => other !== place)] },
    })),
  );
  const without = { path: `^${part}/`, pathNot: paths.flat() };
  const hasFloor = (from, to) => ({
    name: `${part}-rooms-have-floors`,
    comment: `Every room of ${part} stands on one of its floors, in FLOORS.`,
    severity: 'error',
    from,
    to,
  });
  return [...looksDown.filter(({ to }) => to.path.length > 0), hasFloor(without, {}), hasFloor({}, without)];
}

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Two files that need each other, for a type too, are one file, or three.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-room-circles',
      comment:
        'Folders do not import each other, not even by different files. FLOORS divide the folders of the window.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(common|electron|sandbox|build|bench)/' },
      to: { circular: true },
    },
    {
      name: 'no-missing',
      comment: 'Every import must resolve.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-dev-in-product',
      comment: 'What people install may not need development packages.',
      severity: 'error',
      from: { path: '^(common|electron|sandbox)/' },
      to: { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/(electron|@types)/' },
    },
    only('common-knows-nobody', 'What every process shares stands below all rooms.', '^common/', []),
    only(
      'resources-know-nobody',
      'The objects of the API and their fields, for client and sandbox.',
      '^common/(resources|schemas/wire-fields|safe-text)\\.ts$',
      ['^common/(schemas/wire-fields|safe-text)\\.ts$'],
    ),
    only('renderer-knows-common-only', 'The renderer mirrors the agent through the contract.', '^renderer/', [
      '^common/',
    ]),
    only('api-stands-alone', 'The API client knows the network, nothing of Askbell.', '^electron/api/', [
      '^common/(safe-text|durations|error-message|resources)\\.ts$',
      '^electron/base/(clock|log)\\.ts$',
    ]),
    only('store-stands-alone', 'The store keeps; it does not ask.', '^electron/store/', [
      '^common/(contract/|schemas/|durations\\.ts$|snooze\\.ts$|error-message\\.ts$)',
      '^electron/base/',
    ]),
    only(
      'port-knows-nobody',
      'The port says what a desktop is, whoever is behind it.',
      '^electron/desktop/[^/]+\\.ts$',
      ['^common/', '^electron/base/'],
    ),
    only('router-knows-the-agent', 'The router answers the window with what the agent says.', '^electron/router/', [
      '^common/contract/',
      '^electron/agent/',
      '^electron/api/network\\.ts$',
      '^electron/desktop/desktop\\.ts$',
    ]),
    only('agent-knows-ports-only', 'The agent knows the desktop by its port.', '^electron/agent/', [
      '^common/',
      '^electron/(api|store)/',
      '^electron/desktop/desktop\\.ts$',
      '^electron/base/',
    ]),
    only('adapters-know-the-port', 'An adapter translates the port and nothing else.', '^electron/desktop/electron/', [
      '^common/(durations|error-message|safe-text|i18n/(words|localized-text))\\.ts$',
      '^electron/desktop/[^/]+\\.ts$',
      '^electron/desktop/(linux|media)/',
      '^electron/base/',
      '^electron/api/oauth\\.ts$',
      '^electron/store/settings\\.ts$',
    ]),
    only(
      'headless-adapters-know-the-port',
      'An adapter translates the port and nothing else.',
      '^electron/desktop/headless/',
      [
        '^common/(durations|error-message|page-key|safe-text|i18n/entry-texts)\\.ts$',
        '^electron/desktop/[^/]+\\.ts$',
        '^electron/desktop/(linux|media)/',
        '^electron/base/',
      ],
    ),
    only('linux-knows-the-port', 'What both shells ask of Linux desktops over D-Bus.', '^electron/desktop/linux/', [
      '^common/durations\\.ts$',
      '^electron/desktop/desktop\\.ts$',
    ]),
    only('media-know-the-port', 'Pictures and sounds for both shells.', '^electron/desktop/media/', [
      '^common/(error-message|wave)\\.ts$',
      '^electron/desktop/(desktop|linux/environment)\\.ts$',
      '^electron/base/',
    ]),
    only('sandbox-shares-resources-only', 'The sandbox is a network of its own.', '^sandbox/', [
      '^common/resources\\.ts$',
    ]),
    ...Object.entries(FLOORS).flatMap(([part, floors]) => floorRules(part, floors)),
    {
      name: 'electron-in-its-shell-only',
      comment: 'The agent runs without Electron.',
      severity: 'error',
      from: {
        path: '^(common|electron|sandbox|renderer)/',
        pathNot: ['^electron/desktop/electron/', '^electron/(main|preload)\\.ts$'],
      },
      to: { path: 'node_modules/electron(-store)?/' },
    },
    {
      name: 'product-without-tests',
      comment: 'The product does not know its tests or build.',
      severity: 'error',
      from: { path: '^(common|electron|renderer|sandbox)/' },
      to: { path: '^(test|build|bench)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
    exclude: { path: '^(out|node_modules/\\.cache)/' },
  },
};
