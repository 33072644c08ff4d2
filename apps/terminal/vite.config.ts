import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Served by the core under /luna/ (contract/component-protocol.md §7). `POSTERN_URL` names the core a dev server talks to. */
const core = process.env.POSTERN_URL ?? 'http://127.0.0.1:8080';

/**
 * The door of the design system carries its stylesheet. Its package says that only style sheets have effects, so the
 * bundler would walk around the door and lose the sheet.
 */
const keepStyles: Plugin = {
  name: 'postern:keep-styles',
  transform: (code, id) => (id.endsWith('/packages/ui/src/index.ts') ? { code, moduleSideEffects: true } : null),
};

export default defineConfig({
  base: '/luna/',
  plugins: [react(), keepStyles],
  build: { outDir: 'dist', target: 'es2022', chunkSizeWarningLimit: 700 },
  server: {
    proxy: {
      '/api': core,
      '/core': core,
      '/media': core,
      '/koko': { target: core, ws: true },
    },
  },
});
