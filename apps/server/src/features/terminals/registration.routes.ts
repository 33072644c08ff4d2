import { generateKeyPairSync } from 'node:crypto';
import type { ServiceAccount } from '@postern/contract/component';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { text as t } from '@postern/contract/text';
import { among, type Context, choice, FLAG_SCHEMA, insert, objectSchema, type Route, TEXT_SCHEMA, text, textList } from '@postern/resource';
import { sameText } from '../../platform/auth/random.ts';
import { anyRow } from '../../platform/database/any-row.ts';
import { lockByNumber } from '../../platform/database/lock.queries.ts';
import { creation } from '../../platform/routes/creation.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';
import { answerShape, WORDS } from '../../platform/shown.ts';
import type { Messenger } from '../notifications/index.ts';
import { tellOfRegistration } from './standing.ts';
import { COMPONENT_TYPES, terminal } from './terminal.resource.ts';

export interface RegistrationDeps {
  settings: SettingsStore;
  createServiceAccount(ctx: Context, input: { name: string; comment: string }): Promise<ServiceAccount>;
  messenger: Messenger;
  /** The name of the storage that our own gateways begin with. */
  storages: { first(ctx: Context, kind: 'command' | 'replay'): Promise<string | undefined> };
  /** What the gateway of this machine shows; undefined where no supervisor made one. */
  localProof: string | undefined;
}

/** What a component says of itself. */
const BODY = {
  name: text({ label: WORDS.name, required: true, max: 1024 }),
  type: choice({ label: WORDS.type, required: true, choices: COMPONENT_TYPES.map((value) => ({ value, label: t(value, value, value) })) }),
  comment: text({ label: WORDS.comment, multiline: true, max: 4096, default: '', blank: true }),
  version: text({ label: t('Version', '版本', 'バージョン'), max: 64, default: '', blank: true }),
  methods: textList({ label: t('Ways to connect', '连接方式', '接続方法'), max: 64, nullable: true, default: null }),
};
const MAX_METHODS = 64;

/** True for the gateway that the supervisor of this machine started, which loopback alone would not show. */
const isOwn = ({ localProof }: RegistrationDeps, shown: unknown): boolean =>
  localProof !== undefined && typeof shown === 'string' && sameText(shown, localProof);

/**
 * Whether a component may work at once: the setting asks for nobody, or it is this machine's own. Where somebody revoked a component, the next one from there waits in any case, so that it does
 * not come back by itself; deleting the revoked one ends that.
 */
async function mayWorkAtOnce(ctx: Context, deps: RegistrationDeps, own: boolean): Promise<boolean> {
  const revoked = await anyRow(
    ctx.tx.selectFrom('terminals').where('date_revoked', 'is not', null).where('remote_addr', '=', ctx.origin.ip),
  );
  if (revoked) return false;
  return own || !deps.settings.get('SECURITY_COMPONENT_APPROVAL');
}

const MAX_NAME = 128;
/** Components that may want one name: those of one machine, and those whose key was lost. */
const MAX_NAMESAKES = 50;
/** Any constant that is this lock's own. */
const NAME_LOCK = 7_301_002n;

/**
 * The name that a component gets: the one it wants, or that with the first free number behind it. Two of one machine want the same one, and
 * existing components that have lost their key ask for their old one until they are taken: they know no other.
 * @throws InvalidInput when there are too many of them: then somebody has to delete those that are gone
 */
async function ownName(ctx: Context, wanted: string): Promise<string> {
  await lockByNumber(ctx.tx, NAME_LOCK);
  const numbered = Array.from({ length: MAX_NAMESAKES - 1 }, (_, at) => `-${at + 2}`).map(
    (end) => wanted.slice(0, MAX_NAME - end.length) + end,
  );
  const names = [wanted, ...numbered];
  const rows = await ctx.tx
    .selectFrom('terminals')
    .select('name')
    .where(({ ref }) => among(ref('name'), names))
    .union(
      ctx.tx
        .selectFrom('users')
        .select('username as name')
        .where(({ ref }) => among(ref('username'), names)),
    )
    .execute();
  const taken = new Set(rows.map((row) => row.name));
  const free = names.find((name) => !taken.has(name));
  if (free === undefined) throw InvalidInput.on('name', 'unique');
  return free;
}

const registered = answerShape(
  objectSchema({
    name: TEXT_SCHEMA,
    type: TEXT_SCHEMA,
    comment: TEXT_SCHEMA,
    remote_addr: TEXT_SCHEMA,
    service_account: objectSchema({
      id: TEXT_SCHEMA,
      name: TEXT_SCHEMA,
      comment: TEXT_SCHEMA,
      access_key: objectSchema({
        id: TEXT_SCHEMA,
        secret: TEXT_SCHEMA,
        is_active: FLAG_SCHEMA,
        date_created: { ...TEXT_SCHEMA, nullable: true },
      }),
    }),
  }),
  'terminal.registered',
);

/** Storages that our own gateway begins with; without any they are named as everywhere. */
async function beginning(ctx: Context, { storages }: RegistrationDeps): Promise<Record<string, string>> {
  const [command, replay] = [await storages.first(ctx, 'command'), await storages.first(ctx, 'replay')];
  return { ...(command ? { command_storage: command } : {}), ...(replay ? { replay_storage: replay } : {}) };
}

/** A component joins: service account, access key, terminal row (docs/wire/components.md#registering). */
const registration = (path: string, deps: RegistrationDeps): Route =>
  creation({
    path: `/api/v1/terminal/${path}/`,
    name: `terminal.terminal.register@${path}`,
    answer: registered,
    who: { allow: 'bootstrap' },
    rows: { none: 'a component makes its own' },
    body: BODY,
    errors: ['permission_denied'],
    async create(ctx, { body, request, kernel }) {
      if (!deps.settings.get('SECURITY_SERVICE_ACCOUNT_REGISTRATION'))
        throw new CodedError('permission_denied', {}, { body: { error: 'registration is disabled' } });
      const { type, methods, version } = body;
      if (methods && methods.length > MAX_METHODS) throw InvalidInput.on('methods', 'too_many', { max: MAX_METHODS });
      // Longer names are kept whole in the comment.
      const wanted = body.name.slice(0, MAX_NAME);
      const comment = wanted === body.name ? body.comment : `${body.name}\n${body.comment}`;
      const name = await ownName(ctx, wanted);
      const account = await deps.createServiceAccount(ctx, { name, comment });
      const own = isOwn(deps, request.headers['x-postern-local']);
      const approved = await mayWorkAtOnce(ctx, deps, own);
      await insert(kernel.byName(terminal.name), ctx, {
        name,
        type,
        comment,
        version,
        remote_addr: ctx.origin.ip,
        user_id: account.id,
        methods,
        // The key of a storage goes to components of others only when somebody chose it for them.
        ...(methods ? await beginning(ctx, deps) : {}),
        date_approved: approved ? ctx.clock() : null,
        approved_by: approved ? 'System' : null,
      });
      // Its own gateway is in the log; a message about each first start would only teach people to overlook the others.
      if (!own || !approved) await tellOfRegistration(ctx, deps.messenger, { name, type, address: ctx.origin.ip, approved });
      return { name, type, comment, remote_addr: ctx.origin.ip, service_account: account };
    },
  });

export const registrationRoutes = (deps: RegistrationDeps): Route[] =>
  ['terminal-registrations', 'registration'].map((path) => registration(path, deps));

/** The SSH host key every node shows, made once (a key per node frightens users). PEM. */
export async function hostKey(ctx: Context, settings: SettingsStore): Promise<string> {
  const known = settings.stored('TERMINAL_HOST_KEY');
  if (typeof known === 'string') return known;
  // Two nodes asking at once must agree on one key; the second reads what the first stored.
  await lockByNumber(ctx.tx, HOST_KEY_LOCK);
  const first = await ctx.tx.selectFrom('settings').select('value').where('name', '=', 'TERMINAL_HOST_KEY').executeTakeFirst();
  if (first) return JSON.parse(ctx.secrets.decrypt(String(first.value))) as string;
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 3072,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  await settings.set(ctx, { TERMINAL_HOST_KEY: privateKey }, { secret: true });
  return privateKey;
}
/** Any constant that is this lock's own. */
const HOST_KEY_LOCK = 7_301_001n;
