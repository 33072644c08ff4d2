import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './tooling/longest-first.ts';
import { useScratch } from './tooling/scratch.ts';

useScratch();

// One project per workspace folder, named after it, so `npm test -- server` runs one of them alone.
const packages = readdirSync('packages', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => `packages/${entry.name}`);

/** What components of all apps are tested in. */
/** What they share, and what is each file's own. */
const freshFile = join(import.meta.dirname, 'packages/ui/src/test/fresh-file.ts');
const browserParts = join(import.meta.dirname, 'packages/ui/src/test/browser-parts.ts');
const onFailure = join(import.meta.dirname, 'e2e/support/on-failure.ts');
/** Both kinds of suites on whole products begin with the same data folder. */
const template = join(import.meta.dirname, 'e2e/support/global-setup.ts');

// A folder that needs a database or targets says so in its own `test/global-setup.ts`.
const globalSetupOf = (root: string): string[] => (existsSync(`${root}/test/global-setup.ts`) ? ['./test/global-setup.ts'] : []);

/** Full hashes of passwords would take the better part of the server's suites; `passwords.test.ts` sees that the product has no cheap ones. */
const cheapHashes = { find: /^\.\/hash-cost\.ts$/, replacement: join(import.meta.dirname, 'apps/server/test/cheap-hash-cost.ts') };

/**
 * Limits end what hangs. They measure nothing, so they leave room for a machine whose cores are busy with something else: about four
 * times what a quiet one needs. `tooling/test.mjs` bounds whole groups, and all of them together.
 *
 * `once`: what is made before the first file, for all of them. `shared`: the files of a worker share what they import, which is then loaded once for each
 * worker and not for each file; no file may leave anything behind in it.
 */
type Timing = {
  seconds: number;
  parallel: boolean;
  shared?: boolean;
  setup?: string[];
  once?: string[];
  alias?: Alias[];
};
type Alias = { find: RegExp; replacement: string };

const project = (
  root: string,
  { seconds, parallel, shared = false, setup = [], once = globalSetupOf(root), alias = [] }: Timing,
): TestProjectInlineConfiguration => ({
  resolve: { alias },
  test: {
    name: root.slice(root.lastIndexOf('/') + 1),
    root,
    include: ['**/*.test.{ts,mjs}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    environment: 'node',
    globalSetup: once,
    setupFiles: setup,
    testTimeout: seconds * 1000,
    hookTimeout: Math.max(240, seconds) * 1000,
    fileParallelism: parallel,
    isolate: !shared,
    expect: { poll: { timeout: 60_000 } },
  },
});

/** Packages of a thousand files, and what has to be one with them: each file of tests would load them one by one, which takes longer than its tests. */
const BUNDLED = [
  ...['antd', '@ant-design/icons', 'react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'],
  ...['@testing-library/react', '@testing-library/user-event'],
  ...['commands', 'lang-json', 'lang-yaml', 'language', 'state', 'view'].map((part) => `@codemirror/${part}`),
];

/** Tests of components (`*.test.tsx`) run in a document; the set-up file of the app puts words and cleaning up in place. */
const components = (root: string): TestProjectInlineConfiguration => ({
  test: {
    name: `${root.slice(root.lastIndexOf('/') + 1)}-components`,
    root,
    include: ['**/*.test.tsx'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    environment: 'jsdom',
    setupFiles: [freshFile, browserParts, './src/test/set-up.tsx'],
    // Each file begins with modules of its own all the same (packages/ui/src/test/fresh-file.ts).
    isolate: false,
    deps: { optimizer: { client: { enabled: true, include: BUNDLED } } },
    testTimeout: 90_000,
    expect: { poll: { timeout: 30_000 } },
  },
});

/** Suites on whole products, in browsers and by clients. */
const suites = (root: string): TestProjectInlineConfiguration =>
  project(root, { seconds: 1200, parallel: true, shared: true, setup: [onFailure], once: [template] });

export default defineConfig({
  test: {
    projects: [
      ...[...packages, 'apps/cli', 'apps/console', 'apps/terminal', 'tooling'].map((root) =>
        project(root, { seconds: 60, parallel: true, shared: true }),
      ),
      components('apps/console'),
      components('apps/terminal'),
      project('apps/server', { seconds: 240, parallel: true, shared: true, alias: [cheapHashes] }),
      project('apps/gateway', { seconds: 240, parallel: true }),
      // The files of a worker come to one product and one browser (e2e/support/postern.ts), which end with it, and Vitest takes another worker for a file of
      // another project: so a run of all suites is one project. The screens alone are one beside it, for who names them.
      suites('e2e'),
      suites('e2e/screens'),
    ],
    passWithNoTests: true,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
