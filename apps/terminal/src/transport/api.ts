import { addressOf, clientOver } from '@postern/client/api';
import { watchAttendance } from '@postern/client/attendance';
import { readCookie } from '@postern/client/cookies';
import { API, type ApiError, createHttp } from '@postern/client/http';
import { encryptSecret } from '@postern/client/transport';
import type { Preferences } from '@postern/contract/preferences';
import { z } from 'zod';

/** The calls of the terminal app (docs/behaviour/terminal.md), typed. Every function rejects with `ApiError`. */

export interface Profile {
  id: string;
  name: string;
  username: string;
  /** Codes of rights in the organisation they are in. */
  perms?: readonly string[];
  /** What they chose for themselves; null where they have not. */
  preferences?: Preferences;
  workbench_orgs?: { id: string; name: string; is_default?: boolean; is_root?: boolean }[];
}

/** Whether the person has a right; `*` is every right. */
export const holds = ({ perms = [] }: Pick<Profile, 'perms'>, right: string): boolean => perms.includes(right) || perms.includes('*');

export interface PublicSettings {
  INTERFACE?: { login_title?: string; favicon?: string; logo_logout?: string; theme_info?: { colors?: Record<string, string> } };
  XPACK_LICENSE_IS_VALID?: boolean;
  TICKETS_ENABLED?: boolean;
  TICKET_OFFERED?: string;
  SECURITY_COMMAND_EXECUTION?: boolean;
  SECURITY_SESSION_SHARE?: boolean;
  SECURITY_WATERMARK_ENABLED?: boolean;
  SECURITY_LUNA_REMEMBER_AUTH?: boolean;
  HELP_DOCUMENT_URL?: string;
  HELP_SUPPORT_URL?: string;
}

export interface ConnectMethod {
  value: string;
  label: string;
  type: 'web' | 'native' | 'applet';
  component: string;
  endpoint_protocol: string;
  disabled?: boolean;
}
export type ConnectMethods = Record<string, ConnectMethod[]>;

export interface GrantedProtocol {
  name: string;
  port: number;
  public?: boolean;
  setting?: Record<string, unknown>;
}

export interface GrantedAsset {
  id: string;
  name: string;
  address: string;
  org_id: string;
  org_name: string;
  protocols: GrantedProtocol[];
  category: { value: string; label: string };
  type: { value: string; label: string };
  labels?: { name: string; value: string; color?: string; warning?: string }[];
}

export interface GrantedAccount {
  alias: string;
  name: string;
  username: string;
  has_secret: boolean;
  secret_type?: string;
  actions: { value: string; label: string }[];
}

export interface TicketCall {
  method: string;
  url: string;
}

export interface ConnectionToken {
  id: string;
  protocol: string;
  connect_method: string;
  is_active: boolean;
  account: string;
  asset_display?: string;
  from_ticket: { id: string } | null;
  from_ticket_info?: {
    check_ticket_api?: TicketCall;
    close_ticket_api?: TicketCall;
    ticket_detail_page_url?: string;
    assignees?: string[];
  };
}

export interface TokenRequest {
  asset: string;
  account: string;
  protocol: string;
  connect_method: string;
  input_username: string;
  input_secret: string;
  connect_options: Record<string, string>;
}

export interface Endpoint {
  host: string;
  http_port: number;
  https_port: number;
}

/** A link to a session. */
export interface Share {
  id: string;
  writable: boolean;
  /** Milliseconds since 1970. */
  made: number;
  /** For how long it lets in. */
  minutes: number;
  /** For whom; for everybody of the organisation when empty. */
  people: readonly string[];
}

/** A command that is kept on the server. */
export interface Snippet {
  id: string;
  name: string;
  args: string;
  is_shared: boolean;
  /** Id of the person who keeps it. */
  creator: string;
}
export type SnippetBody = Pick<Snippet, 'name' | 'args' | 'is_shared'>;

const replayAnswer = z.union([
  z.looseObject({
    type: z.string(),
    src: z.string(),
    user: z.string().default(''),
    asset: z.string().default(''),
    account: z.string().default(''),
    date_start: z.string().default(''),
    date_end: z.string().nullish(),
    download_url: z.string().default(''),
  }),
  z.looseObject({ status: z.string() }),
]);

const replayIndex = z.union([
  z.object({
    status: z.literal('pieces'),
    cols: z.number(),
    rows: z.number(),
    start: z.number(),
    duration: z.number(),
    truncated: z.boolean(),
    times: z.array(z.number()).min(1),
  }),
  z.object({ status: z.enum(['whole', 'running']) }),
]);

export interface ApiOptions {
  /** The page's `token` query: authenticates profile and public settings as that token's user. */
  token?: string | undefined;
  language: () => string;
  onUnauthorized: (error: ApiError) => void;
}

/** Makes the calls. The organisation is the terminal app's own cookie, else the console's (docs/behaviour/terminal.md#organisation). */
export function createApi({ token, language, onUnauthorized }: ApiOptions) {
  const http = createHttp({
    org: () => readCookie('X-JMS-LUNA-ORG') || readCookie('X-JMS-ORG'),
    language,
    onUnauthorized,
    attended: watchAttendance(globalThis.window),
  });
  const client = clientOver(http);
  const granted = client.permsUsers;
  /** What is granted is asked for as oneself. */
  const me = 'self';

  return {
    profile: (): Promise<Profile> => client.profile.retrieve({ token }, { ownUnauthorized: true }),
    /** Keeps what the person chose. A page that was opened by a token has nobody to keep it for: it holds there alone. */
    keepPreferences: async (chosen: Partial<Preferences>): Promise<void> => {
      if (token === undefined) await client.preferences.patch(chosen);
    },
    /** When the login of this browser ends; a page that was opened by a token has none. */
    loginLeft: async () => (token === undefined ? client.loginEnd.left() : { unused_seconds: null, seconds: null }),
    stayLoggedIn: () => client.loginEnd.stay(),
    publicSettings: () => client.settings.public({ token }),
    // Asked without `flat` they come by protocol.
    connectMethods: () => client.components.connectMethods() as Promise<ConnectMethods>,

    treeChildren: (query: { key?: string; n?: string; lv?: number }, signal?: AbortSignal) => granted.stepWithAssets(me, query, { signal }),
    treeAll: (signal?: AbortSignal) => granted.wholeTree(me, {}, { signal }),
    typeTree: (query: { sync: number; type?: string; category?: string }, signal?: AbortSignal) =>
      granted.categoryTree(me, query, { signal }),
    searchAssets: (search: string, signal?: AbortSignal) => granted.assetTree(me, { search }, { signal }),

    favorites: async () => (await client.favoriteAssets.list()).map((row) => row.asset),
    addFavorite: (asset: string) => client.favoriteAssets.create({ asset }),
    removeFavorite: (asset: string) => client.favoriteAssets.bulkDestroy({ asset }),

    asset: async (id: string): Promise<GrantedAsset | null> => (await granted.assets(me, { id }))[0] ?? null,
    accounts: (asset: string): Promise<GrantedAccount[]> => granted.accounts(me, asset),

    createToken: async (request: TokenRequest, createTicket: boolean) =>
      client.connectionToken.create(
        { ...request, input_secret: await encryptSecret(request.input_secret) },
        { query: { create_ticket: createTicket ? 1 : undefined } },
      ),
    exchangeToken: (id: string, createTicket: boolean) =>
      client.connectionToken.exchange({ id }, { query: { create_ticket: createTicket ? 1 : undefined } }),
    /** Ways to show a second factor. */
    confirmWays: () => client.confirm.ways({ confirm_type: 'mfa' }),
    confirm: (proof: Parameters<typeof client.confirm.prove>[0]) => client.confirm.prove(proof),
    passkeyRequest: () => client.confirm.passkey(),
    sendCode: (type: string) => client.mfa.select({ type }),
    endpoint: (query: { protocol: string; token?: string; session_id?: string }): Promise<Endpoint> => client.endpoints.smart(query),

    ticketStatus: (call: TicketCall) =>
      http.get<{ status: { value: string } | string; state: { value: string } | string }>(localPath(call.url)),
    closeTicket: (call: TicketCall) => (call.method === 'DELETE' ? http.del(localPath(call.url)) : http.put(localPath(call.url), {})),

    snippets: (): Promise<Snippet[]> => client.adhocs.list({ order: 'name' }) as Promise<Snippet[]>,
    saveSnippet: (id: string | null, body: SnippetBody) =>
      id === null ? client.adhocs.create(body) : client.adhocs.partialUpdate(id, body),
    removeSnippet: (id: string) => client.adhocs.destroy(id),

    /** The person's own shares of a session, by which somebody may still come. */
    shares: async (session: string): Promise<Share[]> =>
      (await client.sessionSharings.list({ session, is_active: true })).map((one) => ({
        id: one.id,
        writable: choiceValue(one.action_permission) === 'writable',
        made: Date.parse(one.date_created),
        minutes: one.expired_time,
        people: one.users_display,
      })),
    withdrawShare: (id: string) => client.sessionSharings.withdraw(id),

    session: (id: string) => client.sessions.retrieve(id),
    /** Locks, unlocks or ends a live session. */
    order: (id: string, order: { order: 'lock' | 'unlock' | 'terminate'; reason: string }) => client.sessions.order(id, order),
    replay: async (id: string) => replayAnswer.parse(await client.sessions.replay(id)),
    replayIndex: async (id: string) => replayIndex.parse(await client.sessions.replayIndex(id)),
    pieceAddress: (id: string, n: number) => `${API}${addressOf('sessions', 'replayPiece', id, n)}`,
    /** Where a signed bundle of a session is saved from. */
    bundleAddress: (session: string) => `${API}${addressOf('sessions', 'bundle', session)}`,
    commands: (session: string, offset: number, limit: number) =>
      client.commands.list({ session_id: session, limit, offset, order: 'timestamp' }),
  };
}
export type Api = ReturnType<typeof createApi>;

/** An address the server names, kept to this origin so that an answer cannot send credentials elsewhere. */
function localPath(url: string): string {
  const parsed = new URL(url, window.location.origin);
  return parsed.pathname + parsed.search;
}

/** The value of a labelled choice, or of a plain one. */
export function choiceValue<V>(choice: { value: V } | V): V {
  return typeof choice === 'object' && choice !== null && 'value' in choice ? (choice as { value: V }).value : (choice as V);
}
