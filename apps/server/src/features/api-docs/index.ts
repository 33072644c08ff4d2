import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Kernel, ok, openApi, type Reply, type Route, route } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';

export interface ApiDocsDeps {
  /** Every route of the server, these included. */
  routes(): readonly Route[];
  version: string;
}

/** Folder of Swagger UI, which draws the description; only the two files named below leave it. */
const swagger = (): string => dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui.css')));

const FILES = { 'swagger-ui.css': 'text/css; charset=utf-8', 'swagger-ui-bundle.js': 'text/javascript; charset=utf-8' } as const;

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

const text = (body: string, type: string): Reply => ({ status: 200, body, headers: { 'content-type': type } });

/** The API described and browsable, for whoever is logged in. */
export function apiDocsFeature(deps: ApiDocsDeps): Feature {
  const description = (kernel: Kernel) => openApi(kernel, deps.routes(), deps.version);
  const page = (path: string, name: string, handle: (kernel: Kernel) => Reply): Route =>
    route({
      method: 'GET',
      path,
      name: `docs.${name}`,
      who: { allow: 'user' },
      rows: { none: 'the definitions of the API' },
      handle: async (_ctx, { kernel }) => handle(kernel),
    });
  return {
    routes: [
      page('/api/swagger.json', 'json', (kernel) => ok(description(kernel))),
      // YAML 1.2 contains JSON, so the same text serves both.
      page('/api/swagger.yaml', 'yaml', (kernel) => text(JSON.stringify(description(kernel), null, 1), 'application/yaml; charset=utf-8')),
      page('/api/docs/', 'page', () => text(PAGE, 'text/html; charset=utf-8')),
      page('/api/redoc/', 'redoc', () => text(PAGE, 'text/html; charset=utf-8')),
      page('/api/docs/start.js', 'start', () => text(START, 'text/javascript; charset=utf-8')),
      ...Object.entries(FILES).map(([file, type]) =>
        page(`/api/docs/${file}`, file, () => ({
          status: 200,
          body: createReadStream(join(swagger(), file)),
          headers: { 'content-type': type, 'cache-control': 'private, max-age=86400' },
        })),
      ),
    ],
  };
}
