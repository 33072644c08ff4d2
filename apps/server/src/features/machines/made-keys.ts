import { InvalidInput } from '@postern/contract/errors';
import { COLUMN, type Context, can, defineTable, objectSchema, type Route, TEXT_SCHEMA } from '@postern/resource';
import { randomToken, tokenHash } from '../../platform/auth/random.ts';
import { lockByName } from '../../platform/database/lock.queries.ts';
import { fromNow, now } from '../../platform/database/moment.queries.ts';
import { creation } from '../../platform/routes/creation.ts';
import { answerShape } from '../../platform/shown.ts';
import { newKeyPair } from '../accounts/index.ts';

/** Minutes that a key waits for its machine. */
const KEPT_MINUTES = 60;
/** Keys of one person that wait; another one takes the place of the oldest. */
const MOST_KEYS = 5;

/** Keys that were made for machines which are about to be added (decision 0163). Their private halves are encrypted, and shown to nobody. */
export const madeKeys = defineTable({
  name: 'made_keys',
  columns: {
    /** What the person names it by; only its digest is kept. */
    token_hash: 'text primary key',
    user_id: 'uuid not null references users (id) on delete cascade',
    org_id: 'uuid not null',
    private_key: 'text not null',
    date_created: COLUMN.now,
    expires_at: 'timestamptz not null',
  },
  indexes: [{ on: 'user_id, date_created' }, { on: 'expires_at' }],
});

/** Only whoever made it, where they made it, and while it waits. */
const theirs = (ctx: Context, token: string) => ({
  token_hash: tokenHash(token),
  user_id: ctx.actor.id,
  org_id: ctx.org.id,
});

const gone = () => InvalidInput.on('made_key', 'made_key_gone');

/** The private half, which stays for the next who asks. @throws InvalidInput under `made_key` */
export async function lookAtMadeKey(ctx: Context, token: string): Promise<string> {
  const kept = await ctx.tx
    .selectFrom('made_keys')
    .select('private_key')
    .where((eb) => eb.and(theirs(ctx, token)))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!kept) throw gone();
  return ctx.secrets.decrypt(kept.private_key);
}

/** The private half, for the account that has it from now on. @throws InvalidInput under `made_key` */
export async function takeMadeKey(ctx: Context, token: string): Promise<string> {
  const taken = await ctx.tx
    .deleteFrom('made_keys')
    .where((eb) => eb.and(theirs(ctx, token)))
    .where('expires_at', '>', now)
    .returning('private_key')
    .executeTakeFirst();
  if (!taken) throw gone();
  return ctx.secrets.decrypt(taken.private_key);
}

export const forgetMadeKeys = async (ctx: Context): Promise<void> => {
  await ctx.tx.deleteFrom('made_keys').where('expires_at', '<', now).execute();
};

/** Makes room for one more: one person has only so many, however they are asked for. */
async function makeRoom(ctx: Context): Promise<void> {
  await lockByName(ctx.tx, `made keys of ${ctx.actor.id}`);
  await ctx.tx
    .deleteFrom('made_keys')
    .where(
      'token_hash',
      'in',
      ctx.tx
        .selectFrom('made_keys')
        .select('token_hash')
        .where('user_id', '=', ctx.actor.id)
        .orderBy('date_created', 'desc')
        .offset(MOST_KEYS - 1),
    )
    .execute();
}

/** `POST /hosts/made-keys/` (docs/wire/assets.md#adding-a-machine): a key whose public half is put on the machine by whoever adds it. */
export const madeKeyRoute: Route = creation({
  path: '/api/v1/assets/hosts/made-keys/',
  name: 'assets.host.makeKey',
  who: can('assets.add_asset', 'accounts.add_account'),
  rows: { own: 'keys that they had made' },
  body: 'none',
  answer: answerShape(objectSchema({ made_key: TEXT_SCHEMA, public_key: TEXT_SCHEMA }), 'KeyMade'),
  async create(ctx) {
    await makeRoom(ctx);
    const { pem, line } = newKeyPair();
    const token = randomToken();
    await ctx.tx
      .insertInto('made_keys')
      .values({ ...theirs(ctx, token), private_key: ctx.secrets.encrypt(pem), expires_at: fromNow({ minutes: KEPT_MINUTES }) })
      .execute();
    return { made_key: token, public_key: `${line} postern` };
  },
});
