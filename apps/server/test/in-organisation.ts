import type { Api, Json } from '@postern/testkit/api';
import { createOrganisation } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { serverOfFile, type TestServer } from './harness.ts';

/** A server with an organisation of its own: what happens in the default one is not in the way. */
export interface InOrganisation {
  server: TestServer;
  /** System administrator, in the organisation that they happen to be in. */
  root: Api;
  org: Json;
  /** The same in this organisation. */
  admin: Api;
  /** A user by name, in this organisation. */
  as(username: string): Promise<Api>;
}

/** What the tests of one file share. */
export function organisationOfFile(): InOrganisation {
  const server = serverOfFile();
  const root = forThisFile(() => server.as('admin'));
  const org = forThisFile(() => createOrganisation(root));
  const admin = forThisFile(() => root.inOrg(org.id));
  return { server, root, org, admin, as: async (username) => (await server.as(username)).inOrg(org.id) };
}
