import { bootLine } from '@postern/ui/boot-line';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';

/** Served by the core under /luna/. `POSTERN_URL` names the core a dev server talks to. */
const core = process.env.POSTERN_URL ?? 'http://127.0.0.1:8080';

/**
 * The player of signed bundles: one script with its styles that needs nothing else, which the core writes into a page
 * (docs/evidence.md#bundles). What would end an element of a page is written otherwise in it.
 */
const offlinePlayer = (): Plugin => ({
  name: 'postern-offline-player',
  apply: 'build',
  async closeBundle() {
    await build({
      configFile: false,
      logLevel: 'warn',
      root: import.meta.dirname,
      resolve: { alias: [{ find: /^@fontsource-variable\/.*/, replacement: `${import.meta.dirname}/src/offline/no-fonts.css` }] },
      plugins: [
        react(),
        {
          name: 'postern-inline',
          generateBundle(_options, bundle) {
            for (const file of Object.values(bundle)) {
              if (file.type !== 'chunk') throw new Error(`${file.fileName} would be missing in the page`);
              file.code = file.code.replaceAll('</', '<\\/').replaceAll('<!--', '<\\!--');
            }
          },
        },
      ],
      build: {
        outDir: 'dist/offline',
        emptyOutDir: true,
        target: 'es2022',
        chunkSizeWarningLimit: 1500,
        rollupOptions: {
          input: 'src/offline/main.tsx',
          output: { format: 'iife', entryFileNames: 'player.js' },
        },
      },
    });
  },
});

export default defineConfig({
  base: '/luna/',
  plugins: [react(), bootLine, offlinePlayer()],
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
