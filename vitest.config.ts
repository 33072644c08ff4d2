import { existsSync, readdirSync } from 'node:fs';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

// One project per workspace folder, named after it, so `npm test -- server` runs one of them alone.
const packages = readdirSync('packages', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => `packages/${entry.name}`);

// A folder that needs a database or targets says so in its own `test/global-setup.ts`.
const globalSetupOf = (root: string): string[] => (existsSync(`${root}/test/global-setup.ts`) ? ['./test/global-setup.ts'] : []);

/** `apart`: folders below that are projects of their own. */
type Timing = { seconds: number; parallel: boolean; apart?: string[] };

const project = (root: string, { seconds, parallel, apart = [] }: Timing): TestProjectInlineConfiguration => ({
  test: {
    name: root.slice(root.lastIndexOf('/') + 1),
    root,
    include: ['**/*.test.{ts,mjs}'],
    exclude: ['**/node_modules/**', '**/dist/**', ...apart],
    environment: 'node',
    globalSetup: globalSetupOf(root),
    testTimeout: seconds * 1000,
    hookTimeout: Math.max(60, seconds) * 1000,
    fileParallelism: parallel,
  },
});

/** Tests of components (`*.test.tsx`) run in a document; the set-up file of the app puts words and cleaning up in place. */
const components = (root: string): TestProjectInlineConfiguration => ({
  test: {
    name: `${root.slice(root.lastIndexOf('/') + 1)}-components`,
    root,
    include: ['**/*.test.tsx'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    environment: 'jsdom',
    setupFiles: ['./src/test/set-up.tsx'],
    testTimeout: 20_000,
  },
});

export default defineConfig({
  test: {
    projects: [
      ...[...packages, 'apps/console', 'apps/terminal', 'tooling'].map((root) => project(root, { seconds: 15, parallel: true })),
      components('apps/console'),
      project('apps/server', { seconds: 60, parallel: true }),
      project('apps/gateway', { seconds: 60, parallel: true }),
      project('e2e', { seconds: 300, parallel: false, apart: ['screens/**'] }),
      // Walks over screens, each on a product of its own: two at a time.
      project('e2e/screens', { seconds: 300, parallel: true }),
    ],
    passWithNoTests: true,
    maxWorkers: 2,
  },
});
