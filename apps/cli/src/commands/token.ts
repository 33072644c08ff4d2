import { argumentsOf, asking, type Command, type Given } from '../command.ts';
import { message } from '../message.ts';
import { asJson, printRows } from '../print.ts';
import { EXIT, usage } from '../problem.ts';
import { noteWords, problemWords, usageWords } from '../words.ts';

/** Access keys of the person, with which their programs sign, and the private token. */

const COLUMNS = ['id', 'is_active', 'date_expired', 'is_read_only', 'permissions', 'ip_group', 'date_last_used', 'last_used_from'];
const PRIVATE = 'private';

async function show(given: Given, json: boolean): Promise<number> {
  const { client } = await asking(given);
  const keys = await client.accessKeys.list();
  const { date_created: made } = await client.profile.privatetoken();
  if (json) given.out.print(asJson({ access_keys: keys, private_token: made === null ? null : { date_created: made } }));
  else {
    printRows(given.out, keys, COLUMNS, false);
    given.out.note(made === null ? message(noteWords.noPrivate) : message(noteWords.madePrivate, { made }));
  }
  return EXIT.ok;
}

/** A date that stands for its end, or a moment. @throws CliProblem usage */
function endOf(given: string): string {
  const at = new Date(/^\d{4}-\d{2}-\d{2}$/.test(given) ? `${given}T23:59:59` : given);
  if (Number.isNaN(at.getTime())) throw usage(message(problemWords.noDate, { given }));
  return at.toISOString();
}

async function create(given: Given, argv: readonly string[]): Promise<number> {
  const { values, positionals } = argumentsOf(argv, {
    until: { type: 'string' },
    'read-only': { type: 'boolean' },
    address: { type: 'string', multiple: true },
    right: { type: 'string', multiple: true },
    json: { type: 'boolean' },
  });
  if (positionals.length > 0) throw usage(message(problemWords.notUnderstood, { word: positionals[0] }));
  const { client, place } = await asking(given);
  const { id, secret } = await client.accessKeys.create({
    ...(values.until === undefined ? {} : { date_expired: endOf(values.until) }),
    ...(values['read-only'] ? { is_read_only: true } : {}),
    ...(values.address ? { ip_group: values.address } : {}),
    ...(values.right ? { permissions: values.right } : {}),
  });
  if (values.json) given.out.print(asJson({ id, secret, server: place.origin }));
  else given.out.print(`POSTERN_SERVER=${place.origin}\nPOSTERN_KEY_ID=${id}\nPOSTERN_KEY_SECRET=${secret}`);
  given.out.note(message(noteWords.secretOnce));
  return EXIT.ok;
}

async function end(given: Given, argv: readonly string[]): Promise<number> {
  const [id, ...more] = argumentsOf(argv, {}).positionals;
  if (!id || more.length > 0) throw usage(message(problemWords.whichToken));
  const { client } = await asking(given);
  if (id === PRIVATE) await client.profile.privatetokenRemove();
  else await client.accessKeys.destroy(id);
  given.out.note(message(noteWords.ended));
  return EXIT.ok;
}

export const token: Command = {
  usage: usageWords.token,
  async run(given) {
    const [verb, ...argv] = given.argv;
    if (verb === 'list') return show(given, argumentsOf(argv, { json: { type: 'boolean' } }).values.json === true);
    if (verb === 'create') return create(given, argv);
    if (verb === 'end') return end(given, argv);
    throw usage('postern token list, create or end');
  },
};
