import { InvalidInput } from '@postern/contract/errors';
import type { Behaviour, Context, Row, Write } from '@postern/resource';
import { endLoginsByKeys } from '../../platform/auth/bearer-tokens.ts';
import { type SshKeyRow, sshKeyRows } from './ssh-key.resource.ts';
import { keysOf, lockOwner, MAX_KEYS } from './ssh-key.service.ts';
import { acceptPublicKey, asLine, publicKeyFacts, sha256Fingerprint } from './ssh-public-key.ts';

export interface SshKeyDeps {
  /** Asks whoever sits at a browser to prove who they are. @throws CodedError `user_confirm_required` */
  confirm(ctx: Context): Promise<void>;
}

const asKey = (row: Row): SshKeyRow => row as SshKeyRow;

export function sshKeyBehaviour({ confirm }: SshKeyDeps): Behaviour {
  /** A key opens for longer than the login that adds it; programs, which have no session to ask in, do as the contract says (docs/decisions/0033). */
  const confirmed = async (ctx: Context): Promise<void> => {
    if (ctx.session) await confirm(ctx);
  };

  /** Fingerprints of whoever asks, those of this request included. */
  const taken = ({ shared }: Write, ctx: Context): Promise<Set<string>> =>
    shared.once('keys', async () => {
      await lockOwner(ctx, ctx.actor.id);
      return new Set((await keysOf(ctx, ctx.actor.id)).map(({ fingerprint }) => fingerprint));
    });

  async function add(ctx: Context, write: Write): Promise<void> {
    const { values } = write;
    const key = acceptPublicKey('public_key', String(values.public_key));
    const fingerprint = sha256Fingerprint(key);
    const known = await taken(write, ctx);
    if (known.has(fingerprint)) throw InvalidInput.on('public_key', 'unique');
    if (known.size >= MAX_KEYS) throw InvalidInput.on('non_field_errors', 'too_many', { max: MAX_KEYS });
    await confirmed(ctx);
    known.add(fingerprint);
    Object.assign(values, { user_id: ctx.actor.id, line: asLine(key), key_type: key.type, fingerprint });
  }

  const facts = (name: keyof ReturnType<typeof publicKeyFacts>) => async (_ctx: Context, rows: readonly Row[]) =>
    new Map(rows.map(asKey).map(({ id, line }) => [id, publicKeyFacts(line)[name]]));

  return {
    rows: sshKeyRows,
    computed: { public_key_comment: facts('public_key_comment'), public_key_hash_md5: facts('public_key_hash_md5') },
    async prepare(ctx, write) {
      const { before, values } = write;
      if (!before) return add(ctx, write);
      // One that was switched off opens again: that is adding it.
      if (values.is_active === true && !asKey(before).is_active) await confirmed(ctx);
    },
    async written(ctx, { row }) {
      const { id, user_id, is_active } = asKey(row);
      if (!is_active) await endLoginsByKeys(ctx.tx, user_id, [id]);
    },
    async deleting(ctx) {
      await confirmed(ctx);
      return undefined;
    },
    // Whoever takes a key away means that nothing is open by it either (decision 0131).
    async deleted(ctx, rows) {
      for (const { id, user_id } of rows.map(asKey)) await endLoginsByKeys(ctx.tx, user_id, [id]);
    },
  };
}
