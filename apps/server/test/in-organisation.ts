import type { Api } from '@postern/testkit/api';
import { createOrganisation } from '@postern/testkit/factories';
import { startTestServer, type TestServer } from './harness.ts';

/** A server with an organisation of its own: what happens in the default one is not in the way. */
export interface InOrganisation {
  server: TestServer;
  /** System administrator, in the organisation that they happen to be in. */
  root: Api;
  /** The same in this organisation. */
  admin: Api;
  orgId: string;
}

export async function startInOrganisation(): Promise<InOrganisation> {
  const server = await startTestServer();
  const root = await server.as('admin');
  const orgId = (await createOrganisation(root)).id;
  return { server, root, admin: root.inOrg(orgId), orgId };
}
