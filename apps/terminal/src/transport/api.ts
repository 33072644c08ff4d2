import { readCookie } from '@postern/client/cookies';
import { type ApiError, createHttp, type Http } from '@postern/client/http';
import { encryptSecret } from '@postern/client/transport';
import type { Page, TreeNode } from '@postern/contract/wire';
import { z } from 'zod';

/** The calls of the terminal app (docs/behaviour/terminal.md), typed. Every function rejects with `ApiError`. */

export interface Profile {
  id: string;
  name: string;
  username: string;
  workbench_orgs?: { id: string; name: string; is_default?: boolean; is_root?: boolean }[];
}

export interface PublicSettings {
  INTERFACE?: { login_title?: string; favicon?: string; logo_logout?: string; theme_info?: { colors?: Record<string, string> } };
  XPACK_LICENSE_IS_VALID?: boolean;
  SECURITY_COMMAND_EXECUTION?: boolean;
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

export interface SessionDetail {
  id: string;
  user: string;
  asset: string;
  account: string;
  protocol: string;
  date_start: string;
  is_finished: boolean;
}

export interface CommandRow {
  id: string;
  input: string;
  timestamp: number;
  risk_level: { value: number; label: string } | number;
}

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

const GRANTED = 'perms/users/self/';
const TOKENS = 'authentication/connection-token/';

export interface ApiOptions {
  /** The page's `token` query: authenticates profile and public settings as that token's user. */
  token?: string | undefined;
  language: () => string;
  onUnauthorized: (error: ApiError) => void;
}

/** Makes the calls. The organisation is the terminal app's own cookie, else the console's (docs/behaviour/terminal.md#organisation). */
export function createApi({ token, language, onUnauthorized }: ApiOptions) {
  const http: Http = createHttp({ org: () => readCookie('X-JMS-LUNA-ORG') || readCookie('X-JMS-ORG'), language, onUnauthorized });

  return {
    profile: () => http.get<Profile>('users/profile/', { query: { token }, ownUnauthorized: true }),
    publicSettings: () => http.get<PublicSettings>('settings/public/', { query: { token } }),
    connectMethods: () => http.get<ConnectMethods>('terminal/components/connect-methods/'),

    treeChildren: (query: { key?: string; n?: string; lv?: number }, signal?: AbortSignal) =>
      http.get<TreeNode[]>(`${GRANTED}nodes/children-with-assets/tree/`, { query, signal }),
    treeAll: (signal?: AbortSignal) => http.get<TreeNode[]>(`${GRANTED}nodes/all-with-assets/tree/`, { signal }),
    typeTree: (query: { sync: number; type?: string; category?: string }, signal?: AbortSignal) =>
      http.get<TreeNode[]>(`${GRANTED}nodes/children-with-assets/category/tree/`, { query, signal }),
    searchAssets: (search: string, signal?: AbortSignal) => http.get<TreeNode[]>(`${GRANTED}assets/tree/`, { query: { search }, signal }),

    favorites: async () => (await http.get<{ asset: string }[]>('assets/favorite-assets/')).map((row) => row.asset),
    addFavorite: (asset: string) => http.post('assets/favorite-assets/', { asset }),
    removeFavorite: (asset: string) => http.del('assets/favorite-assets/', { query: { asset } }),

    asset: async (id: string): Promise<GrantedAsset | null> =>
      (await http.get<GrantedAsset[]>(`${GRANTED}assets/`, { query: { id } }))[0] ?? null,
    accounts: (asset: string) => http.get<GrantedAccount[]>(`${GRANTED}assets/${asset}/accounts/`),

    createToken: async (request: TokenRequest, createTicket: boolean) =>
      http.post<ConnectionToken>(
        TOKENS,
        { ...request, input_secret: await encryptSecret(request.input_secret) },
        { query: { create_ticket: createTicket ? 1 : undefined } },
      ),
    exchangeToken: (id: string, createTicket: boolean) =>
      http.post<ConnectionToken>(`${TOKENS}exchange/`, { id }, { query: { create_ticket: createTicket ? 1 : undefined } }),
    endpoint: (query: { protocol: string; token?: string; session_id?: string }) =>
      http.get<Endpoint>('terminal/endpoints/smart/', { query }),

    ticketStatus: (call: TicketCall) =>
      http.get<{ status: { value: string } | string; state: { value: string } | string }>(localPath(call.url)),
    closeTicket: (call: TicketCall) => (call.method === 'DELETE' ? http.del(localPath(call.url)) : http.put(localPath(call.url), {})),

    session: (id: string) => http.get<SessionDetail>(`terminal/sessions/${id}/`),
    replay: async (id: string) => replayAnswer.parse(await http.get<unknown>(`terminal/sessions/${id}/replay/`)),
    commands: (session: string, offset: number, limit: number) =>
      http.get<Page<CommandRow>>('terminal/commands/', { query: { session_id: session, limit, offset, order: 'timestamp' } }),
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
