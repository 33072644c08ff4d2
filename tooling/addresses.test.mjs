import { expect, test } from 'vitest';
import { refusals } from './addresses.mjs';

const hole = (name) => `$\{${name}}`;

test.each([
  ['apps/terminal/src/new.ts', "http.get('users/profile/')"],
  ['apps/gateway/src/new.ts', "get('/api/v1/users/profile/')"],
  ['packages/testkit/src/new.ts', 'api.post(`assets/nodes/` + parent, body)'],
  ['e2e/support/new.ts', 'fetch(origin + `/api/v1/users`)'],
  ['apps/console/src/new.ts', "client('settings/public/')"],
  ['apps/console/src/new.ts', `at(\`${hole('RESOURCES.user.url')}${hole('id')}/unblock/\`)`],
  ['apps/console/src/new.ts', `at(\`${hole("addressOf('users', 'retrieve', id)")}unblock/\`)`],
  ['bench/new.ts', "call('health/')"],
])('%s may not say this: %s', (path, text) => {
  expect(refusals(path, text)).toHaveLength(1);
});

test.each([
  ['apps/terminal/src/new.ts', "import { Assets } from 'assets/tree/Assets';"],
  ['apps/terminal/src/new.ts', "client.users.list(); addressOf('users'); new URL(call.url)"],
  ['apps/console/src/new.ts', `at(\`${hole('RESOURCES.user.path')}/${hole('id')}\`); at(API + \`${hole('url')}\`)`],
  ['apps/server/src/features/new.routes.ts', "path: '/api/v1/users/users/'"],
  ['apps/gateway/test/core-double.ts', "if (path === '/api/v1/users/profile/')"],
  ['e2e/new.test.ts', "api.get('users/profile/')"],
])('%s may say this: %s', (path, text) => {
  expect(refusals(path, text)).toEqual([]);
});
