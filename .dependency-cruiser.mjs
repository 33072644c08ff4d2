// The direction table of ARCHITECTURE.md#directions. A folder may import what its row names, and nothing else of ours.
const tests = '\\.test\\.tsx?$|/test/';

/** `from` may import, of our own folders, only itself and `to`. */
const only = (from, to) => ({
  name: `${from.split('/').at(-1)}-imports-only-its-row`,
  severity: 'error',
  from: { path: `^${from}/`, pathNot: tests },
  to: { path: '^(apps|packages|e2e|bench)/', pathNot: `^(${[from, ...to].join('|')})/` },
});

const server = '^apps/server/src';
const console_ = '^apps/console/src';

const kernel = '^packages/resource/src/';
/** The layers of the kernel, lowest first (ARCHITECTURE.md#layers-of-the-kernel). */
const layers = ['base', 'kinds', 'definition', 'compiled', 'read', 'write', 'transfer', 'routes', 'print'];

/** A layer may import, of the kernel, only itself and those below. */
const layer = (name, at) => ({
  name: `kernel-${name}-knows-nothing-above`,
  severity: 'error',
  from: { path: `${kernel}${name}/`, pathNot: tests },
  to: { path: kernel, pathNot: `${kernel}((${layers.slice(0, at + 1).join('|')})/|database\\.ts$)` },
});

export default {
  forbidden: [
    only('packages/contract', []),
    only('packages/pattern', []),
    only('packages/resource', ['packages/contract', 'packages/pattern']),
    only('packages/client', ['packages/contract']),
    only('packages/ui', []),
    only('packages/testkit', ['packages/contract', 'packages/client']),
    only('apps/server', ['packages/contract', 'packages/resource', 'packages/pattern']),
    only('apps/gateway', ['packages/contract', 'packages/client', 'packages/pattern']),
    only('apps/cli', ['packages/contract', 'packages/client']),
    only('apps/console', ['packages/contract', 'packages/client', 'packages/ui', 'packages/pattern']),
    only('apps/terminal', ['packages/contract', 'packages/client', 'packages/ui']),
    only('e2e', ['packages/client', 'packages/testkit', 'packages/contract']),
    only('bench', ['packages/client', 'packages/testkit', 'packages/contract']),
    ...layers.map(layer),
    {
      name: 'tests-add-testkit-only',
      comment: 'A test may import what its folder may, and testkit.',
      severity: 'error',
      from: { path: '^(?:apps|packages)/([^/]+)/', pathNot: '^packages/testkit/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'contract-needs-zod-only',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: tests },
      to: { pathNot: '^packages/contract/|(^|/)node_modules/zod/|^zod', dependencyTypesNot: ['core'] },
    },
    {
      name: 'pattern-needs-re2js-only',
      comment: 'Patterns of persons reach one engine, and that one nobody else.',
      severity: 'error',
      from: { path: '^packages/pattern/', pathNot: tests },
      to: { pathNot: '^packages/pattern/|(^|/)node_modules/re2js/|^re2js' },
    },
    {
      name: 're2js-through-pattern',
      severity: 'error',
      from: { pathNot: '^packages/pattern/' },
      to: { path: '(^|/)node_modules/re2js/' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: `${server}/platform/`, pathNot: tests },
      to: { path: `${server}/features/` },
    },
    {
      name: 'feature-through-its-door',
      comment: 'A feature uses another only through its index.ts.',
      severity: 'error',
      from: { path: `${server}/features/([^/]+)/` },
      to: { path: `${server}/features/[^/]+/`, pathNot: `${server}/features/($1/|[^/]+/index\\.ts$)` },
    },
    {
      name: 'protocols-apart',
      severity: 'error',
      from: { path: '^apps/gateway/src/protocols/([^/]+)/' },
      to: { path: '^apps/gateway/src/protocols/[^/]+/', pathNot: '^apps/gateway/src/protocols/$1/' },
    },
    {
      name: 'gateway-has-no-database',
      severity: 'error',
      from: { path: '^apps/gateway/src/', pathNot: `${tests}|^apps/gateway/src/protocols/` },
      to: { path: '(^|/)node_modules/(pg|kysely|pg-boss|mysql2)/' },
    },
    {
      name: 'browser-has-no-node',
      severity: 'error',
      from: { path: '^(apps/(console|terminal)|packages/ui)/src/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'console-layers',
      comment: 'model < data < fields < screens < features: what is below knows nothing of what is above.',
      severity: 'error',
      from: { path: `${console_}/(model|data|fields|screens)/`, pathNot: tests },
      to: { path: `${console_}/(features|routes)/` },
    },
    {
      name: 'console-fields-know-no-screen',
      severity: 'error',
      from: { path: `${console_}/(model|data|fields)/`, pathNot: tests },
      to: { path: `${console_}/screens/` },
    },
    {
      name: 'console-model-knows-no-field',
      severity: 'error',
      from: { path: `${console_}/(model|data)/`, pathNot: tests },
      to: { path: `${console_}/fields/` },
    },
    {
      name: 'supervisor-loads-no-product',
      comment: 'The process that stays above all others reads nothing of what they are made of.',
      severity: 'error',
      from: { path: `${server}/(supervise/|commands/(up|preparing|told)\\.ts)`, pathNot: tests },
      to: { path: `${server}/(app\\.ts|features/)`, reachable: true },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      severity: 'error',
      from: { path: '^(apps|packages|e2e|bench)/' },
      to: { couldNotResolve: true, pathNot: '\\.(css|svg|png|woff2)' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: 'specify',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|\\.gen\\.ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
