import { bootLine } from '@postern/ui/boot-line';
import { NEUTRALS } from '@postern/ui/tokens';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Served by the core: the console and `login-preview.html` under /ui/, `login.html` at /core/auth/login/, `task-log.html` at /core/ops/…. The latter bring their
 * files from /core/static/, so that a proxy may serve another console at /ui/. `POSTERN_URL` names the core a dev server talks to.
 */
const core = process.env.POSTERN_URL ?? 'http://127.0.0.1:8080';
/** The core takes writes only from pages of its own origin. */
const toCore = { target: core, changeOrigin: true, headers: { origin: core } };

/** Parts of Ant Design that every page of the console draws. What is not named here is fetched by the first page that needs it. */
const EVERYWHERE =
  /node_modules[\\/](antd[\\/]es[\\/](_util|alert|avatar|button|config-provider|divider|dropdown|empty|menu|modal|select|space|style|tag|theme|tooltip|version|locale[\\/](en_US|context|index|useLocale)|badge)[\\/.]|@rc-component[\\/](context|dialog|dropdown|menu|motion|mutate-observer|overflow|portal|resize-observer|select|tooltip|trigger|util|virtual-list)[\\/]|@ant-design[\\/]|stylis[\\/]|@emotion[\\/])/;

/** What the login page has in common with the console: it must not bring anything else along. */
function isForLogin(id: string): boolean {
  return /packages[\\/](client[\\/]|contract[\\/]src[\\/](text|ids)\.ts)|packages[\\/]ui[\\/]src[\\/](theme-mode|tokens|colors|clipboard|BrandMark)|node_modules[\\/]lucide-react[\\/]|src[\\/](i18n[\\/]language|startup[\\/]branding|layout[\\/](product|announcement)|features[\\/]tasks[\\/]task-log-page)|preload-helper|rolldown[\\/]runtime/.test(
    id,
  );
}

/** What runs before anything is drawn: the session, its requests, and what they need. */
function isForStart(id: string): boolean {
  return /apps[\\/]console[\\/]src[\\/](startup[\\/]|session[\\/](?!auth|errors)|features[\\/]resources|data[\\/](early|useStored)|model[\\/]list-query)/.test(
    id,
  );
}

/** Where pages under /core/ have their files from. Files find each other by where they are themselves. */
const besideCore = (page: string): boolean => /(login|task-log)\.html$/.test(page);

/** The browser fetches the bulk of the code at once instead of finding it step by step. */
const fetchBulk: Plugin = {
  name: 'fetch-bulk',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { path, bundle }) =>
      path.endsWith('index.html')
        ? Object.values(bundle ?? {}).flatMap((part) =>
            part.type === 'chunk' && ['antd', 'frame'].includes(part.name)
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

const early = ({ bg, surface, border }: (typeof NEUTRALS)['light']): string =>
  `{--early-bg:${bg};--early-surface:${surface};--early-border:${border}}`;

/** The frame that the page itself brings has the colours of the one that the code draws later. */
const earlyColours: Plugin = {
  name: 'early-colours',
  transformIndexHtml: (_, { path }) =>
    path.endsWith('index.html')
      ? [{ tag: 'style', children: `:root${early(NEUTRALS.light)}[data-theme="dark"]${early(NEUTRALS.dark)}`, injectTo: 'head' }]
      : [],
};

/** Our own code that the frame and every list share; what it loads on demand stays apart. */
function isForFrame(id: string): boolean {
  return (
    /apps[\\/]console[\\/]src[\\/](draw\.tsx|layout[\\/](?!StartFailed|AboutDialog|LockoutQuestion|MenuSheet)|locale[\\/]\w+[\\/]tasks|features[\\/](shared-\w+|connect[\\/]connect|tasks[\\/](start-task|follow-log))\.)/.test(
      id,
    ) ||
    (/apps[\\/]console[\\/]src[\\/](screens[\\/](list|page)[\\/]|data[\\/]|model[\\/]|fields[\\/](([\w-]+[\\/])?(kind|\w+Cell)|kinds|with-kinds|Nothing|field-props)\.)/.test(
      id,
    ) &&
      !/DateRange|ColumnSettings|BulkUpdateDialog|FilterMenu|ViewNameDialog|ListHelp|FormPage|DetailPage|TabbedPage|PageTabs|ReasonLine/.test(
        id,
      ))
  );
}

/** Lists beside a tree of nodes: eight screens, one file instead of fifteen small ones. */
const isForTrees = (id: string): boolean =>
  /apps[\\/]console[\\/]src[\\/](screens[\\/]tree[\\/]|data[\\/]useNodeTree|features[\\/]assets[\\/](Asset(Browser|List|Table|Tree)|asset-(kinds|tasks)|node-menu|tree-pick|useTreePick|useAssetCategories)\b)|packages[\\/]ui[\\/]src[\\/]SplitPane|antd[\\/]es[\\/](tree|segmented)[\\/]|@rc-component[\\/](tree|segmented)[\\/]/.test(
    id,
  );

export default defineConfig({
  base: '/ui/',
  experimental: {
    renderBuiltUrl: (file, { hostId, hostType }) =>
      hostType === 'html' ? `${besideCore(hostId) ? '/core/static/' : '/ui/'}${file}` : { relative: true },
  },
  plugins: [react(), bootLine, fetchBulk, earlyColours],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // Every browser that runs es2022 knows the link itself.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      input: { index: 'index.html', login: 'login.html', preview: 'login-preview.html', log: 'task-log.html' },
      output: {
        // What every page of the console needs travels in three files; what only some pages need stays apart.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            {
              name: 'libraries',
              test: /node_modules[\\/](i18next|react-i18next|@tanstack[\\/](query-core|react-query)|react-router|cookie-es|cookie)[\\/]/,
              priority: 2,
            },
            { name: 'antd', test: EVERYWHERE, priority: 2 },
            { name: 'base', test: isForLogin, priority: 3 },
            { name: 'start', test: isForStart, priority: 2 },
            { name: 'frame', test: isForFrame, priority: 1 },
            { name: 'trees', test: isForTrees, priority: 1 },
          ],
        },
      },
    },
  },
  // Vite would answer OPTIONS itself, which is how the console asks for metadata.
  server: { cors: false, proxy: { '/api': toCore, '/core': toCore, '/media': toCore, '/ws': { ...toCore, ws: true } } },
});
