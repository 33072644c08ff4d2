import { ROUTE_KINDS, type Route } from '@postern/resource';

/** Prints how the API is declared, from the same declarations that the server mounts, for people to read (docs/routes.md). */

const KINDS = {
  list: 'rows of a resource, or of a question, at an address that is not theirs',
  detail: 'one thing, shown',
  tree: 'nodes of a tree',
  question: 'what can only be asked with a body; nothing is written',
  relation: 'pairs of two resources, as rows with an address of their own',
  links: 'puts rows on another row, or takes them off',
  action: 'one action on the one thing that its address names',
  bulk: 'one action on many rows at once',
  creation: 'makes one thing that is more than a row, or another way than rows are made',
  removal: 'takes away what its address names, another way than rows go',
  form: 'one thing that is read and written: settings, a profile',
  trial: 'tries whether something answers as the settings of a form say',
  run: 'starts work that goes on, and answers its task',
  upload: 'takes a file',
  download: 'gives a file',
  report: 'what a component says of its own work, or asks for it',
  login: 'a step in which somebody shows who they are',
  confirmed: 'done for whoever has shown again who they are',
  refused: 'what the API has and this server never does',
  page: 'a page, or what one is made of',
} as const satisfies Record<(typeof ROUTE_KINDS)[number], string>;

/** Lines for one of its own; addresses that share a handler stand together. */
const own = (routes: readonly Route[]): string[] =>
  [...Map.groupBy(routes, ({ path }) => path)].map(([path, same]) => `| \`${path}\` | ${same.map(({ method }) => method).join(' ')} |`);

/** @param routes all that the server mounts */
export function routesPage(routes: readonly Route[]): string {
  const declared = routes.filter((route) => route.declared);
  const alone = declared.filter((route) => !route.declared?.kind);
  const lines = ROUTE_KINDS.map((kind) => {
    const count = declared.filter((route) => route.declared?.kind === kind).length;
    return `| ${kind} | ${KINDS[kind]} | ${count} |`;
  });
  return `# Routes

Printed by \`npm run generate\`. Most of the API is verbs of resources. What is no verb is declared, and is of a kind where one fits
([decision 0090](decisions/0090-kinds-of-routes.md)): ${declared.length - alone.length} of ${declared.length}, a method of an address counted as one.

| kind | what it is | routes |
| --- | --- | --- |
${lines.join('\n')}
| | of their own | ${alone.length} |

## Of their own

| address | methods |
| --- | --- |
${own(alone).join('\n')}
`;
}
