import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Kernel, ok, openApi, type Reply, type Route } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';

export interface ApiDocsDeps {
  kernel(): Kernel;
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
  const description = () => openApi(deps.kernel(), deps.routes(), deps.version);
  const route = (path: string, name: string, handle: () => Reply): Route => ({
    method: 'GET',
    path,
    policy: { allow: 'user' },
    name: `docs.${name}`,
    handle: async () => handle(),
  });
  return {
    routes: [
      route('/api/swagger.json', 'json', () => ok(description())),
      // YAML 1.2 contains JSON, so the same text serves both.
      route('/api/swagger.yaml', 'yaml', () => text(JSON.stringify(description(), null, 1), 'application/yaml; charset=utf-8')),
      route('/api/docs/', 'page', () => text(PAGE, 'text/html; charset=utf-8')),
      route('/api/redoc/', 'redoc', () => text(PAGE, 'text/html; charset=utf-8')),
      route('/api/docs/start.js', 'start', () => text(START, 'text/javascript; charset=utf-8')),
      ...Object.entries(FILES).map(([file, type]) =>
        route(`/api/docs/${file}`, file, () => ({
          status: 200,
          body: createReadStream(join(swagger(), file)),
          headers: { 'content-type': type, 'cache-control': 'private, max-age=86400' },
        })),
      ),
    ],
  };
}
