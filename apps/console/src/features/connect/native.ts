import { client } from '../../session/http.ts';
import type { Choice } from './connect.ts';

/** Links that start a client of the person's own machine. Nothing else is followed, whatever the server answered. */
const LAUNCHER = /^jms:\/\/[\w+/=-]+$/;

/** Asks for a token and starts a native client with it. @throws ApiError, such as for a rule that keeps it from the person */
export async function openNative(asset: string, { account, protocol, way }: Choice): Promise<void> {
  const token = await client.connectionToken.create({
    asset,
    account: account.alias,
    protocol,
    connect_method: way.value,
    input_username: account.username,
  });
  const { url } = await client.connectionToken.clientUrl(token.id);
  if (LAUNCHER.test(url)) window.location.assign(url);
}
