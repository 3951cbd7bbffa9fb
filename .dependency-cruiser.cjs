/** The house's rule: arrows point one way. CONTRIBUTING.md shows the rooms. */
const rooms = '^(common|electron|renderer|sandbox|build|test|bench)/';
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: rooms, pathNot: [from, ...allowed] },
});

/** The sandbox's floors, the uppermost first: a room uses only those below it. */
const SANDBOX_FLOORS = [
  ['command', 'sandbox/command/'],
  ['server', 'sandbox/server/'],
  ['control', 'sandbox/control/'],
  ['openapi', 'sandbox/openapi/'],
  ['oauth', 'sandbox/oauth/'],
  ['socket', 'sandbox/socket/'],
  ['pages', 'sandbox/pages/'],
  ['dump', 'sandbox/dump/'],
  ['api', 'sandbox/api/[^/]+$'],
  ['api/routes', 'sandbox/api/routes/'],
  ['api/encoding', 'sandbox/api/encoding/'],
  ['api/query', 'sandbox/api/query/'],
  ['api/gate', 'sandbox/api/gate/'],
  ['api/objects', 'sandbox/api/objects/'],
  ['world', 'sandbox/world/'],
  ['behaviour', 'sandbox/behaviour\\.ts$'],
];

const sandboxFloors = SANDBOX_FLOORS.slice(1).map(([room, path], index) => ({
  name: `sandbox-${room.replace('/', '-')}-looks-down`,
  comment: `sandbox/${room} uses only the rooms below it.`,
  severity: 'error',
  from: { path: `^${path}` },
  to: { path: SANDBOX_FLOORS.slice(0, index + 1).map(([, above]) => `^${above}`) },
}));

/** The agent's floors, the uppermost first: a room uses only those below it. */
const AGENT_FLOORS = [
  '[^/]+$',
  'services/',
  'presentation/',
  'accounts/',
  'polling/[^/]+$',
  'polling/gate/',
  'polling/streams/',
  'push/',
  'polls/',
  'notifications/',
  'reputation/',
  'watches/',
  'planning/',
  'forecast/',
  'domain/',
].map((room) => `^electron/agent/${room}`);

const agentFloors = AGENT_FLOORS.slice(1).map((path, index) => ({
  name: `agent-${path
    .split('/')
    .slice(2)
    .join('-')
    .replace(/[^a-z-]/g, '')}-looks-down`,
  comment: `${path.slice(1)} uses only the agent's rooms below it.`,
  severity: 'error',
  from: { path },
  to: { path: AGENT_FLOORS.slice(0, index + 1) },
}));

/** The window's floors, the uppermost first: a room uses only those below it, and none beside it on its own floor. */
const RENDERER_FLOORS = [
  ['app/main', 'app/panel-main'],
  ['app/app', 'app/mount'],
  ['panel/'],
  ['commands/palette/'],
  ['inbox/', 'watches/', 'reputation/', 'settings/', 'welcome/'],
  ['frame/'],
  ['agent/(?!connection/)'],
  ['feedback/'],
  ['agent/connection/'],
  ['commands/(?!palette/)'],
  ['widgets/'],
  ['appearance/'],
].map((floor) => floor.map((room) => `^renderer/${room}`));

const rendererFloors = RENDERER_FLOORS.slice(1).flatMap((floor, index) =>
  floor.map((path) => ({
    name: `${path.replace(/\(.*|[^a-z/]/g, '').replaceAll('/', '-')}-looks-down`,
    comment: `${path.slice(1)} uses only the window's rooms below it.`,
    severity: 'error',
    from: { path },
    to: { path: [...RENDERER_FLOORS.slice(0, index + 1).flat(), ...floor.filter((other) => other !== path)] },
  })),
);

/** A new room must be given a floor. */
const everyRoomHasAFloor = {
  name: 'renderer-rooms-have-floors',
  comment: 'Every room of the window stands on a floor of RENDERER_FLOORS.',
  severity: 'error',
  from: { path: '^renderer/' },
  to: { path: '^renderer/', pathNot: RENDERER_FLOORS.flat() },
};

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
      '^common/(resources|wire-fields|cut-text)\\.ts$',
      ['^common/(wire-fields|cut-text)\\.ts$'],
    ),
    only('renderer-knows-common-only', 'The renderer mirrors the agent through the contract.', '^renderer/', [
      '^common/',
    ]),
    only('api-stands-alone', 'The API client knows the network, nothing of Askbell.', '^electron/api/', [
      '^common/(cut-text|error-message|resources)\\.ts$',
      '^electron/(clock|log)\\.ts$',
    ]),
    only('store-stands-alone', 'The store keeps; it does not ask.', '^electron/store/', [
      '^common/(contract/|error-message\\.ts$)',
      '^electron/private-files\\.ts$',
    ]),
    only(
      'port-knows-nobody',
      'The port says what a desktop is, whoever is behind it.',
      '^electron/desktop/[^/]+\\.ts$',
      ['^common/', '^electron/private-files\\.ts$'],
    ),
    only('agent-knows-ports-only', 'The agent knows the desktop by its port.', '^electron/agent/', [
      '^common/',
      '^electron/(api|store)/',
      '^electron/desktop/desktop\\.ts$',
      '^electron/(clock|log|private-files)\\.ts$',
    ]),
    only('adapters-know-the-port', 'An adapter translates the port and nothing else.', '^electron/desktop/electron/', [
      '^electron/desktop/[^/]+\\.ts$',
      '^electron/desktop/(linux|picture|sound)/',
      '^electron/(clock|log|options|private-files)\\.ts$',
      '^electron/api/oauth\\.ts$',
      '^electron/store/settings\\.ts$',
    ]),
    only(
      'headless-adapters-know-the-port',
      'An adapter translates the port and nothing else.',
      '^electron/desktop/headless/',
      [
        '^common/(error-message|page-key)\\.ts$',
        '^electron/desktop/[^/]+\\.ts$',
        '^electron/desktop/(linux|picture|sound)/',
        '^electron/(clock|log|options|private-files)\\.ts$',
      ],
    ),
    only('linux-knows-the-port', 'What both shells ask of Linux desktops over D-Bus.', '^electron/desktop/linux/', [
      '^electron/desktop/desktop\\.ts$',
    ]),
    only('picture-knows-the-port', 'Pictures for both shells.', '^electron/desktop/picture/', [
      '^electron/desktop/desktop\\.ts$',
    ]),
    only('sound-knows-the-port', 'Sounds for both shells.', '^electron/desktop/sound/', [
      '^common/(error-message|wave)\\.ts$',
      '^electron/desktop/desktop\\.ts$',
      '^electron/(log|private-files)\\.ts$',
    ]),
    only('sandbox-shares-resources-only', 'The sandbox is a network of its own.', '^sandbox/', [
      '^common/resources\\.ts$',
    ]),
    ...sandboxFloors,
    ...agentFloors,
    ...rendererFloors,
    everyRoomHasAFloor,
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
