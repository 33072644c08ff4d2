import { parseUuid } from '@postern/contract/ids';
import { ALIAS, VIRTUAL_ACCOUNT_ID } from '@postern/contract/platforms';
import { sql } from 'kysely';
import type { TestServer } from './harness.ts';

/** What a session says of its account when the login was typed in. */
export const TYPED_IN = String(VIRTUAL_ACCOUNT_ID[ALIAS.INPUT]);

/**
 * As if a component had exchanged a token of the person for the machine, for the account named or with a login typed in: sessions of theirs are then its to report.
 *
 * @param terminalId the component's
 */
export async function exchanged(
  server: Pick<TestServer, 'platform'>,
  terminalId: string,
  { user_id, asset_id, account_id }: { user_id: string; asset_id: string; account_id?: unknown },
): Promise<void> {
  await server.platform.asSystem('test', async (ctx) => {
    await sql`
      insert into connection_tokens
        (id, user_id, asset_id, account, connect_method, org_id, date_expired, date_used, sealed_value, component_id, user_display, asset_display)
      select gen_random_uuid(), u.id, a.id,
        coalesce((select c.name from accounts c where c.id = ${parseUuid(account_id) ?? null}::uuid and c.asset_id = a.id), ${ALIAS.INPUT}), 'web_cli', a.org_id, now(), now(), ${ctx.secrets.encrypt('spent')}, ${terminalId},
        u.name || '(' || u.username || ')', a.name || '(' || a.address || ')'
      from users u, assets a where u.id = ${user_id} and a.id = ${asset_id}`.execute(ctx.tx);
  });
}
