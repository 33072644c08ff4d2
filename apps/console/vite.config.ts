import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Served by the core: the console under /ui/, `login.html` at /core/auth/login/. `POSTERN_URL` names the core a dev server talks to. */
const core = process.env.POSTERN_URL ?? 'http://127.0.0.1:8080';

/** Parts of Ant Design that lists do without. */
const SOMEWHERE =
  /[\\/](date-picker|picker|calendar|time-picker|tabs|steps|timeline|upload|progress|radio|switch|input-number|mini-decimal|async-validator|descriptions|tree-select|cascader|color-picker|segmented|slider|locale)[\\/]/;

function isEverywhere(id: string): boolean {
  return /node_modules[\\/](antd|@rc-component|@ant-design)[\\/]/.test(id) && !SOMEWHERE.test(id);
}

/** What the login page has in common with the console: it must not bring anything else along. */
function isForLogin(id: string): boolean {
  return /packages[\\/](client|contract)[\\/]|packages[\\/]ui[\\/]src[\\/](theme-mode|tokens|colors|BrandMark)|src[\\/](i18n[\\/]language|startup[\\/]branding|layout[\\/]product)|preload-helper/.test(
    id,
  );
}

/** What runs before anything is drawn: the session, its requests, and what they need. */
function isForStart(id: string): boolean {
  return /apps[\\/]console[\\/]src[\\/](startup[\\/]|session[\\/](?!auth|errors)|features[\\/]resources|screens[\\/](data[\\/](early|useStored)|model[\\/]list-query))/.test(
    id,
  );
}

/** The browser fetches the bulk of the code at once instead of finding it step by step. */
const fetchBulk: Plugin = {
  name: 'fetch-bulk',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { path, bundle }) =>
      path.endsWith('index.html')
        ? Object.values(bundle ?? {}).flatMap((part) =>
            part.type === 'chunk' && ['antd', 'libraries', 'lists', 'icons', 'draw'].includes(part.name)
              ? [
                  {
                    tag: 'link',
                    attrs: { rel: 'modulepreload', crossorigin: true, href: `/ui/${part.fileName}` },
                    injectTo: 'head' as const,
                  },
                ]
              : [],
          )
        : [],
  },
};

/** Our own code that every list shares; what it loads on demand stays apart. */
function isForLists(id: string): boolean {
  return (
    /apps[\\/]console[\\/]src[\\/](screens[\\/](list|data|model|page)|fields)[\\/]/.test(id) &&
    !/(Time|Tree|Secret|Password|Phone)Input|inputs|json-text|RemoteSelect|DateRange|ColumnSettings/.test(id)
  );
}

export default defineConfig({
  base: '/ui/',
  plugins: [react(), fetchBulk],
  build: {
    outDir: 'dist',
    target: 'es2022',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      input: { index: 'index.html', login: 'login.html' },
      output: {
        // What every page of the console needs travels in three files; what only some pages need stays apart.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            {
              name: 'libraries',
              test: /node_modules[\\/](i18next|react-i18next|@tanstack|react-router|cookie-es|cookie)[\\/]/,
              priority: 2,
            },
            { name: 'antd', test: isEverywhere, priority: 2 },
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, priority: 2 },
            { name: 'base', test: isForLogin, priority: 3 },
            { name: 'start', test: isForStart, priority: 2 },
            { name: 'lists', test: isForLists, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': core, '/core': core, '/media': core, '/ws': { target: core, ws: true } } },
});
