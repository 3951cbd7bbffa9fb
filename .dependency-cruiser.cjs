/** The house's rule: arrows point one way. See README, "How the code is laid out". */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^(electron|renderer|sandbox|build|test|bench)/', pathNot: [from, ...allowed] },
});

module.exports = {
  forbidden: [
    { name: 'no-circles', comment: 'Two files that need each other are one file, or three.', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    { name: 'no-missing', comment: 'Every import must resolve.', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'no-dev-in-product', comment: 'What people install may not need development packages.', severity: 'error', from: { path: '^(electron|sandbox)/' }, to: { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/(electron|@types)/' } },
    only('renderer-knows-the-contract-only', 'The renderer mirrors the agent through the contract.', '^renderer/', ['^electron/contract\\.ts$', '^electron/words/']),
    only('contract-knows-nobody', 'The contract stands between the rooms.', '^electron/contract(/|\\.ts$)', []),
    only('words-know-nobody', 'Strings for people, for whoever shows them.', '^electron/words/', []),
    only('api-stands-alone', 'The API client knows the network, nothing of Askbell.', '^electron/api/', ['^electron/(clock|log)\\.ts$']),
    only('store-stands-alone', 'The store keeps; it does not ask.', '^electron/store/', ['^electron/contract\\.ts$']),
    only('port-knows-nobody', 'The port says what a desktop is, whoever is behind it.', '^electron/desktop/[^/]+\\.ts$', []),
    only('agent-knows-ports-only', 'The agent knows the desktop by its port.', '^electron/agent/', ['^electron/(api|store)/', '^electron/desktop/desktop\\.ts$', '^electron/(contract|clock|log)\\.ts$', '^electron/words/']),
    only('adapters-know-the-port', 'An adapter translates the port and nothing else.', '^electron/desktop/electron/', ['^electron/desktop/[^/]+\\.ts$', '^electron/desktop/(linux|sound)/', '^electron/(clock|log|options)\\.ts$', '^electron/api/oauth\\.ts$', '^electron/store/settings\\.ts$']),
    only('headless-adapters-know-the-port', 'An adapter translates the port and nothing else.', '^electron/desktop/headless/', ['^electron/desktop/[^/]+\\.ts$', '^electron/desktop/(linux|sound)/', '^electron/(clock|log|options)\\.ts$']),
    only('linux-knows-nobody', 'What both shells ask of Linux desktops over D-Bus.', '^electron/desktop/linux/', []),
    only('sound-knows-the-port', 'Sounds for both shells.', '^electron/desktop/sound/', ['^electron/desktop/desktop\\.ts$', '^electron/log\\.ts$']),
    only('sandbox-shares-resources-only', 'The sandbox is a network of its own.', '^sandbox/', ['^electron/api/resources\\.ts$']),
    { name: 'electron-in-its-shell-only', comment: 'The agent runs without Electron.', severity: 'error', from: { path: '^(electron|sandbox|renderer)/', pathNot: ['^electron/desktop/electron/', '^electron/(main|preload)\\.ts$'] }, to: { path: 'node_modules/electron(-store)?/' } },
    { name: 'product-without-tests', comment: 'The product does not know its tests or build.', severity: 'error', from: { path: '^(electron|renderer|sandbox)/' }, to: { path: '^(test|build|bench)/' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'], extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] },
    exclude: { path: '^(out|node_modules/\\.cache)/' },
  },
};
