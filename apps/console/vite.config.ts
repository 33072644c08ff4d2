import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Served by the core: the console under /ui/, `login.html` at /core/auth/login/. `POSTERN_URL` names the core a dev server talks to. */
const core = process.env.POSTERN_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/ui/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    chunkSizeWarningLimit: 900,
    rolldownOptions: { input: { index: 'index.html', login: 'login.html' } },
  },
  server: { proxy: { '/api': core, '/core': core, '/media': core, '/ws': { target: core, ws: true } } },
});
