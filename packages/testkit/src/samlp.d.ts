/** What of `samlp` the tests use; it brings no types. */
declare module 'samlp' {
  export function getSamlResponse(
    options: Readonly<Record<string, unknown>>,
    user: Readonly<Record<string, unknown>>,
    done: (error: Error | null, response: string) => void,
  ): void;
  export interface Participant {
    serviceProviderId: string;
    sessionIndex: string;
    nameId: string;
    nameIdFormat?: string;
    serviceProviderLogoutURL: string;
    cert?: string;
    binding: string;
  }
  interface Page {
    set(name: string, value: string): void;
    send(body: unknown): void;
    redirect(to: string): void;
  }
  export type Handler = (
    request: { query: Record<string, string>; body: Record<string, string>; session: object },
    response: Page,
    next: (error: Error) => void,
  ) => void;
  export function logout(options: Readonly<Record<string, unknown>>): Handler;
}

declare module 'samlp/lib/sessionParticipants/index.js' {
  const SessionParticipants: new (participants: import('samlp').Participant[]) => object;
  export = SessionParticipants;
}
