import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Served by the core under /luna/. `POSTERN_URL` names the core a dev server talks to. */
const core = process.env.POSTERN_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/luna/',
  plugins: [react()],
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
