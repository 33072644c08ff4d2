import { PLATFORM_LINUX } from '@postern/contract/ids';
import { text as words } from '@postern/contract/text';
import {
  among,
  type Context,
  can,
  FLAG_SCHEMA,
  INTEGER_SCHEMA,
  listSchema,
  objectSchema,
  type Route,
  rowsOf,
  TEXT_SCHEMA,
  text,
} from '@postern/resource';
import { question } from '../../platform/routes/question.ts';
import { answerShape } from '../../platform/shown.ts';
import { asset, assetRows, type ListedMachine, platformOf, protocolOf, readMachineList } from '../assets/index.ts';
import { platform } from '../platforms/index.ts';

/** Characters of a list, and machines of it that are told: what somebody looks through on one page. */
const MOST_TEXT = 1_048_576;
const MOST_MACHINES = 500;
const MOST_UNREAD = 200;
/** Names that ranges of an inventory make; it is read between the requests of others. */
const MOST_NAMES = 5_000;
const SSH_PORT = 22;

const BODY = {
  text: text({ label: words('List', '列表', '一覧'), required: true, max: MOST_TEXT }),
  file_name: text({ label: words('File name', '文件名', 'ファイル名'), max: 255, default: '', blank: true }),
};
const ANSWER = answerShape(
  objectSchema({
    /** Empty where the text is in no format that is known. */
    format: TEXT_SCHEMA,
    machines: listSchema(
      objectSchema({
        line: INTEGER_SCHEMA,
        name: TEXT_SCHEMA,
        address: TEXT_SCHEMA,
        port: INTEGER_SCHEMA,
        username: TEXT_SCHEMA,
        /** Guessed of what the list says. */
        platform: objectSchema({ id: INTEGER_SCHEMA, name: TEXT_SCHEMA }),
        /** An asset that they see has this address. */
        known: FLAG_SCHEMA,
      }),
    ),
    unread: listSchema(objectSchema({ line: INTEGER_SCHEMA, text: TEXT_SCHEMA, reason: TEXT_SCHEMA })),
    /** Lines that are not told one by one. */
    more: INTEGER_SCHEMA,
  }),
  'MachinesListed',
);

/** Of these addresses those that assets have which the actor may see. */
async function knownAddresses(ctx: Context, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await ctx.tx
    .selectFrom('assets as t')
    .select('t.address')
    .distinct()
    .where(({ ref }) => among(ref('t.address'), addresses))
    .where(assetRows(ctx, 't'))
    .execute();
  return new Set(rows.map(({ address }) => address));
}

/** Only machines with SSH are added by a login. */
const isSsh = (machine: ListedMachine): boolean => ['ssh', 'sftp'].includes(protocolOf(machine));

const platformRows = rowsOf(platform);

/** Platforms by their names; a machine whose own is not there is one of Linux. */
async function guessedPlatforms(
  ctx: Context,
  machines: readonly ListedMachine[],
): Promise<(machine: ListedMachine) => { id: number; name: string }> {
  const rows = await ctx.tx
    .selectFrom('platforms as t')
    .select(['t.id', 't.name'])
    .where(({ ref }) => among(ref('t.name'), [...new Set(machines.map(platformOf))]))
    .where(platformRows(ctx, 't'))
    .execute();
  const byName = new Map(rows.map((row) => [row.name, row]));
  return (machine) => byName.get(platformOf(machine)) ?? { id: PLATFORM_LINUX, name: 'Linux' };
}

async function listMachines(ctx: Context, given: string, fileName: string) {
  const list = readMachineList(given, fileName, MOST_NAMES);
  if (!list) return { format: '', machines: [], unread: [], more: 0 };
  const fit = list.machines.filter(isSsh);
  const told = fit.slice(0, MOST_MACHINES);
  const known = await knownAddresses(
    ctx,
    told.map(({ address }) => address),
  );
  const platformFor = await guessedPlatforms(ctx, told);
  const others = list.machines.filter((one) => !isSsh(one)).map(({ line, address }) => ({ line, text: address, reason: 'protocol' }));
  const beyond = fit.slice(MOST_MACHINES).map(({ line, address }) => ({ line, text: address, reason: 'too_many' }));
  const unread = [...list.unread, ...others, ...beyond].sort((one, other) => one.line - other.line);
  return {
    format: list.format,
    machines: told.map((machine) => {
      const { line, name, address, port = SSH_PORT, username = '' } = machine;
      return { line, name, address, port, username, platform: platformFor(machine), known: known.has(address) };
    }),
    unread: unread.slice(0, MOST_UNREAD),
    more: Math.max(0, unread.length - MOST_UNREAD),
  };
}

/** `POST /hosts/read-list/` (docs/wire/assets.md#adding-a-machine): which machines a text describes. Nothing is stored. */
export const listMachinesRoute: Route = question({
  path: '/api/v1/assets/hosts/read-list/',
  name: 'assets.host.readList',
  who: can('assets.add_asset'),
  rows: { of: [asset, platform] },
  body: BODY,
  bodyLimit: 4_194_304,
  answer: ANSWER,
  tell: (ctx, { body }) => listMachines(ctx, body.text, body.file_name),
});
