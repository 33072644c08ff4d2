import samlp, { type Handler, type Participant } from 'samlp';
import SessionParticipants from 'samlp/lib/sessionParticipants/index.js';

/** Whom a provider logs out, and where: one login of a person at one service. */
export type LoggedOut = Omit<Participant, 'binding'> & { binding: 'HTTP-Redirect' | 'HTTP-POST' };

/** What a browser is to take to the service: an address, or a form for one. */
export interface Carried {
  url: string;
  form?: { SAMLRequest: string; RelayState: string };
}

export interface SamlLogouts {
  /** The provider ends somebody's session, and tells the service of it. */
  begin(who: LoggedOut): Promise<Carried>;
  /** The service's answer came. @throws Error when it is none, or not signed by the key of the service */
  answered(query: Record<string, string>): Promise<void>;
}

const input = (html: string, name: string): string =>
  new RegExp(`name="${name}"\\s+value="([^"]*)"`)
    .exec(html)?.[1]
    ?.replaceAll(/&#x?(\w+);/g, (_all, code: string) =>
      String.fromCharCode(Number.parseInt(code.replace('x', ''), code.startsWith('x') ? 16 : 10)),
    ) ?? '';

/** Log-outs that the library `samlp` begins, one at a time. @param options of the library: its key, its certificate, its name */
export function samlLogouts(options: () => Readonly<Record<string, unknown>>): SamlLogouts {
  let handler: Handler | undefined;
  const session = {};
  const run = (query: Record<string, string>): Promise<Carried | undefined> =>
    new Promise((resolve, reject) => {
      const page = {
        set: () => undefined,
        redirect: (url: string) => resolve({ url }),
        send(body: unknown) {
          if (typeof body !== 'string') return resolve(undefined);
          const [, url = ''] = /action="([^"]*)"/.exec(body) ?? [];
          resolve({ url, form: { SAMLRequest: input(body, 'SAMLRequest'), RelayState: input(body, 'RelayState') } });
        },
      };
      handler?.({ query, body: {}, session }, page, reject);
    });
  return {
    async begin({ binding, ...who }) {
      const there = { ...who, binding: `urn:oasis:names:tc:SAML:2.0:bindings:${binding}` };
      handler = samlp.logout({ deflate: true, ...options(), sessionParticipants: new SessionParticipants([there]) });
      const carried = await run({});
      if (!carried) throw new Error('the provider has nobody to log out');
      return carried;
    },
    async answered(query) {
      await run(query);
    },
  };
}
