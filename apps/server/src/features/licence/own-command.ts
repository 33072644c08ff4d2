import { parseArgs } from 'node:util';
import type { Context } from '@postern/resource';
import { issueOwn, MOST_NAME, type OwnLicenceDeps, type OwnRefusal, removeLicence } from './own-licence.ts';

/** `postern licence show|issue|name|remove`: what the owner of an installation does with its own licence (decision 0068). */

export const OWN_LICENCE_USAGE = `postern licence show                  tell whose licence is in place
postern licence issue [--name NAME]   issue this installation its own licence: everything, without a limit, without an end
postern licence name NAME             put another name on it
postern licence remove                take the licence away: community mode, until one is issued or imported
`;
const EX_USAGE = 64;

const REFUSALS: Record<OwnRefusal, string> = {
  vendor: 'This build believes the licences of its vendor only.',
  foreign: 'A licence of somebody else is in place. Take it away first: postern licence remove',
};

export interface OwnCommandDeps extends OwnLicenceDeps {
  /** Name for a licence when none is given. */
  defaultName: string;
  /** One transaction of the system. */
  asSystem<T>(reason: string, work: (ctx: Context) => Promise<T>): Promise<T>;
}

/** Whether what follows `postern licence` is about this installation, not about issuing licences to others. */
export const isOwnCommand = ([verb = '', ...rest]: readonly string[]): boolean =>
  ['show', 'name', 'remove'].includes(verb) || (verb === 'issue' && !rest.some((word) => word === '--key' || word.startsWith('--key=')));

function show({ licence }: OwnLicenceDeps): string[] {
  const { content, standing, own, test } = licence.state(new Date());
  if (!content) return ['No licence is in place: community mode. `postern licence issue` issues one.'];
  return [
    `name     ${content.corporation}`,
    `issuer   ${own ? 'this installation' : test ? 'a test key' : 'the vendor of this build'}`,
    `serial   ${content.serial_no}`,
    `issued   ${content.date_issued}`,
    `expires  ${content.date_expired ?? 'without an end'}`,
    `assets   ${content.asset_count ?? 'without a limit'}`,
    `standing ${standing}`,
  ];
}

/**
 * Runs a command about the installation's own licence; processes that run follow at once.
 * @param argv what follows `postern licence`
 * @returns exit code
 */
export async function ownLicenceCommand(argv: readonly string[], deps: OwnCommandDeps, print: (line: string) => void): Promise<number> {
  const { positionals, values } = parseArgs({ args: [...argv], allowPositionals: true, options: { name: { type: 'string' } } });
  const [verb, given] = positionals;
  const { content, own } = deps.licence.state(new Date());
  const fail = (message: string): number => {
    process.stderr.write(`${message}\n`);
    return 1;
  };
  const issue = async (name: string): Promise<number> => {
    if (!name || name.length > MOST_NAME) return fail(`A name has 1 to ${MOST_NAME} characters.`);
    const made = await deps.asSystem('postern licence', (ctx) => issueOwn(ctx, deps, name));
    if (typeof made === 'string') return fail(REFUSALS[made]);
    print(`Issued to ${made.corporation}, without a limit and without an end.`);
    return 0;
  };
  switch (verb) {
    case 'show':
      for (const line of show(deps)) print(line);
      return 0;
    case 'issue':
      return issue((values.name ?? (own ? content?.corporation : undefined) ?? deps.defaultName).trim());
    case 'name':
      if (given === undefined) break;
      if (!own) return fail(content ? REFUSALS.foreign : 'There is no licence to name: postern licence issue');
      return issue(given.trim());
    case 'remove':
      if ((await deps.asSystem('postern licence', (ctx) => removeLicence(ctx, deps))) === 'none') return fail('No licence is in place.');
      print('Removed: community mode.');
      return 0;
  }
  process.stderr.write(OWN_LICENCE_USAGE);
  return EX_USAGE;
}
