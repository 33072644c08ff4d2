import type { Json } from '@postern/testkit/api';
import type { Walker } from '@postern/testkit/walker';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestServer } from './harness.ts';

/** What suites of ways in ask of a server, and of a browser that came back from another place. @param backend as the login log says it */
export function signOnOf(server: () => TestServer, backend: string) {
  const profile = (walker: Walker) => walker.go(`${server().url}/api/v1/users/profile/`);
  /** What the login page is answered when it asks what is missing. */
  async function confirmed(walker: Walker): Promise<Json> {
    const csrf = walker.cookies(server().url).get('jms_csrftoken') ?? '';
    return (await walker.go(`${server().url}/core/auth/login/confirm/`, { csrfmiddlewaretoken: csrf })).body;
  }
  const told = async (walker: Walker): Promise<string> => (await confirmed(walker)).error;
  const reasons = async (): Promise<string[]> => {
    const { rows } = await sql<{ reason: string }>`select reason from login_logs where backend = ${backend} order by seq`.execute(
      server().db,
    );
    return rows.map(({ reason }) => reason);
  };
  return {
    profile,
    confirmed,
    told,
    /** Why each login by this way was refused, in order; empty of one that was not. */
    reasons,
    set: (values: Record<string, unknown>): Promise<void> => {
      const { platform } = server();
      return platform.asSystem('test', (ctx) => platform.systemSettings.set(ctx, values));
    },
    methods: async () => (await server().anyone.get('settings/public/open/')).body.LOGIN_METHODS,
    /** Somebody tries to come in and does not, is told so, and the login log has it. */
    async refused(walker: Walker, attempt: () => Promise<unknown>, code = 'external_refused'): Promise<void> {
      const before = await reasons();
      await attempt();
      expect((await profile(walker)).status).toBe(401);
      expect(await told(walker)).toBe(code);
      expect(await reasons()).toEqual([...before, code]);
    },
  };
}
