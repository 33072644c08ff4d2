import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Kernel, openApi, operationsOf, type Route, type TableDefinition } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { HTML, page, SCRIPT, type Shown } from '../../platform/routes/page.ts';

export interface ApiDocsDeps {
  /** Every route of the server, these included. */
  routes(): readonly Route[];
  /** Tables that are no resource's. */
  tables(): readonly TableDefinition[];
  version: string;
}

/** Folder of Swagger UI, which draws the description; only the two files named below leave it. */
const swagger = (): string => dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui.css')));

const FILES = { 'swagger-ui.css': 'text/css; charset=utf-8', 'swagger-ui-bundle.js': SCRIPT } as const;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Postern API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

/** Sends the CSRF token with calls that people try out, as the console does. */
const START = `const cookie = (name) => document.cookie.split('; ').find((one) => one.startsWith(name + '='))?.slice(name.length + 1) ?? '';
SwaggerUIBundle({
  url: '/api/swagger.json',
  dom_id: '#api',
  docExpansion: 'none',
  filter: true,
  requestInterceptor: (request) => {
    const prefix = cookie('SESSION_COOKIE_NAME_PREFIX').replace(/^"|"$/g, '');
    request.headers['X-CSRFToken'] = cookie(prefix + 'csrftoken');
    return request;
  },
});
`;

/** The API described and browsable, for whoever is logged in. */
export function apiDocsFeature(deps: ApiDocsDeps): Feature {
  // Printing takes a tenth of a second of the server, and routes never change while it runs: whoever asks, it is printed once.
  const printed = new Map<number, string>();
  const description = (kernel: Kernel, space = 0): string => {
    const text =
      printed.get(space) ?? JSON.stringify(openApi(operationsOf(kernel, deps.tables(), deps.routes()), deps.version), null, space);
    printed.set(space, text);
    return text;
  };
  const part = (path: string, name: string, show: (kernel: Kernel) => Shown): Route =>
    page({
      path: `/api/${path}`,
      name: `docs.${name}`,
      who: { allow: 'user' },
      rows: { none: 'the definitions of the API' },
      show: (_ctx, { kernel }) => show(kernel),
    });
  return {
    routes: [
      part('swagger.json', 'json', (kernel) => ({ type: 'application/json; charset=utf-8', body: description(kernel) })),
      // YAML 1.2 contains JSON, so the same text serves both.
      part('swagger.yaml', 'yaml', (kernel) => ({ type: 'application/yaml; charset=utf-8', body: description(kernel, 1) })),
      part('docs/', 'page', () => ({ type: HTML, body: PAGE })),
      part('redoc/', 'redoc', () => ({ type: HTML, body: PAGE })),
      part('docs/start.js', 'start', () => ({ type: SCRIPT, body: START })),
      ...Object.entries(FILES).map(([file, type]) =>
        part(`docs/${file}`, file, () => ({ type, body: createReadStream(join(swagger(), file)), cache: 'private, max-age=86400' })),
      ),
    ],
  };
}
