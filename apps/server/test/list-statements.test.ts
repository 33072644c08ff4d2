import type { ResolvedResource } from '@postern/resource';
import { forThisFile } from '@postern/testkit/for-this-file';
import { beforeAll, expect, test } from 'vitest';
import { createWorld } from './matrix/world.ts';
import { shortestOf } from './statements-of.ts';

/**
 * How many statements a page of each list costs, all of them: who asks, the page with what it shows of other tables, the count (decision 0155).
 * Three are the rule. What needs more stands here with its number and its reason; a number that is no longer right fails, too.
 */
const MORE: Readonly<Record<string, readonly [statements: number, why: string]>> = {
  ...Object.fromEntries(['role', 'systemrole', 'orgrole', 'organization'].map((name) => [name, [4, 'counts the bindings of the page']])),
  ...Object.fromEntries(
    ['rolebinding', 'orgrolebinding', 'systemrolebinding'].map((name) => [
      name,
      [6, 'words for person, role and organisation of what is bound'],
    ]),
  ),
  admissionrule: [4, 'roles are looked up by id'],
  job: [6, 'last run, machines and words of the choices'],
  jobexecution: [5, 'counts by state of the machines'],
  joblog: [6, 'counts by state of the machines, and who'],
  ...Object.fromEntries(
    ['changesecretautomation', 'pushaccountautomation', 'gatheraccountsautomation', 'accountbackupautomation'].map((name) => [
      name,
      [4, 'counts the runs of the page'],
    ]),
  ),
  domain: [5, 'counts assets and gateways'],
  syncinstancetask: [5, 'counts the runs, and what the last one found'],
  ...Object.fromEntries(['accessreview', 'ownaccessreview'].map((name) => [name, [4, 'counts the lines of the page']])),
  ...Object.fromEntries(
    ['accessreviewline', 'ownaccessreviewline'].map((name) => [name, [5, 'who reviews, and what the permission gives today']]),
  ),
  ...Object.fromEntries(['loginacl', 'loginassetacl'].map((name) => [name, [4, 'reads whom or what the rule names']])),
  ticket: [6, 'steps, deciders, who stands in for them, and organisations'],
  applyloginticket: [5, 'steps, deciders, who stands in for them, and organisations'],
  ...Object.fromEntries(
    ['applyassetticket', 'applyloginassetticket', 'applycommandticket'].map((name) => [
      name,
      [4, 'steps, deciders, and who stands in for them'],
    ]),
  ),
  ticketflow: [5, 'who would decide'],
  connectiontoken: [6, 'the request that it waits for, and who decides that'],
  replaystorage: [6, 'what waits to be stored, and whether the store answers'],
  terminal: [8, 'sessions and load of the page, from the rows of their last minute'],
  session: [6, 'numbers of commands, and names of organisations'],
  command: [6, 'addresses of sessions, and which search engines hold some'],
  applethost: [6, 'component, options and load of the page'],
  appletpublication: [4, 'the applet is not named by its name'],
  sessionsharing: [6, 'people on both sides, and organisations'],
  sessionjoinrecord: [4, 'people'],
  auditreceiver: [4, 'how far each is behind'],
  sitemessage: [4, 'the message of a copy, and its sender'],
  celerytask: [6, 'runs of the page by state, and whether it is switched on'],
};

let resources: readonly ResolvedResource[];
const world = forThisFile(createWorld, (it) => it.close());
beforeAll(async () => {
  resources = world.server.assembly.kernel.resources.filter(({ definition }) => (definition.verbs ?? ['list']).includes('list'));
  for (const { name } of resources) await world.row(name, world.here);
});

test('a page of a list is three statements, or says why it is more', async () => {
  const admin = world.confirmed.inOrg(world.here);
  const counted: Record<string, number> = {};
  const told: string[] = [];
  for (const { name, url } of resources) {
    const path = `${url.replace('/api/v1/', '')}?limit=15`;
    const first = await admin.get<{ count?: number }>(path);
    if (first.status !== 200) continue;
    // The first answer has filled what is kept of who asks.
    const statements = await shortestOf(() => admin.get(path));
    counted[name] = statements.length;
    if (statements.length > (MORE[name]?.[0] ?? 3))
      told.push(`${name}: ${statements.length}\n    ${statements.map((one) => one.slice(0, 200)).join('\n    ')}`);
  }
  expect(Object.keys(counted).length).toBeGreaterThan(60);
  expect(told.join('\n')).toBe('');
  const loose = Object.entries(MORE).flatMap(([name, [most]]) =>
    counted[name] === most ? [] : [`${name}: ${counted[name]} and not ${most}`],
  );
  expect(loose).toEqual([]);
});
