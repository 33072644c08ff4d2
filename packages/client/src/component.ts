import type {
  CommandAlert,
  CommandEntry,
  ComponentTask,
  ConnectionSecret,
  Heartbeat,
  LiveRules,
  Registration,
  RulesQuestion,
  SessionCreate,
  TerminalConfig,
  TransferEntry,
} from '@postern/contract/component';
import type { SharePerson, ShareRequest } from '@postern/contract/frames';
import type { EndReason } from '@postern/contract/session-end';
import type { PermsUserAccounts, PermsUserAssets, PermsUserNodes, PermsUserRecent } from './api.gen.ts';
import { type Api, createClient } from './api.ts';
import { type ComponentRequest, CoreError, createCoreRequest } from './component-request.ts';
import { createCookieJar } from './cookies.ts';
import { API, withQuery } from './http.ts';
import { createPersonLogin, type PersonLogin } from './person-login.ts';

/** The user behind a browser's cookies (docs/wire/components.md#people-in-a-browser). */
export interface BrowserUser {
  id: string;
  name: string;
  username: string;
  email: string;
}

export interface SessionPatch {
  is_success?: boolean;
  is_finished?: boolean;
  has_replay?: boolean;
  has_command?: boolean;
  /** Ours: lines that were entered and are not among the commands. */
  unread_lines?: number;
  /** Ours: why it ended, with what there is to say about it. */
  end_reason?: EndReason;
  end_params?: Readonly<Record<string, string>>;
  /** `YYYY-MM-DD HH:MM:SS +0000` */
  date_end?: string;
}

/** A key a target showed. `fingerprint` as OpenSSH prints it: `SHA256:` and unpadded base64. */
export interface SeenHostKey {
  asset: string;
  address: string;
  port: number;
  type: string;
  fingerprint: string;
  session: string;
}

/** Where to ask for, or close, the ticket of a review (docs/wire/tickets.md#the-review-object). */
export interface ReviewInfo {
  check_ticket_api: { method: string; url: string };
  close_ticket_api: { method: string; url: string };
  ticket_detail_page_url?: string;
  assignees?: string[];
  /** Ours: when it closes by itself. */
  date_lapses?: string;
}

/** The typed client over calls to a core. */
const over = (request: ComponentRequest): Api =>
  createClient(({ method, path, body, options: { query, headers, timeout } }) =>
    request({
      method,
      path: `${API}${withQuery(path, query)}`,
      body,
      ...(headers ? { headers } : {}),
      ...(timeout === undefined ? {} : { timeout }),
    }),
  );

/** The date form components send (docs/wire/components.md#what-components-decode). */
export const coreDate = (when: Date): string => `${when.toISOString().slice(0, 19).replace('T', ' ')} +0000`;

/** Registers a component with the bootstrap token (docs/wire/components.md#registering). `localProof` shows our core its machine's own gateway. */
export function registerComponent(
  coreUrl: string,
  proof: { bootstrapToken: string; localProof?: string | undefined },
  as: Parameters<Api['terminals']['register']>[0],
): Promise<Registration> {
  const send = createCoreRequest(coreUrl, () => ({
    authorization: `BootstrapToken ${proof.bootstrapToken}`,
    ...(proof.localProof ? { 'x-postern-local': proof.localProof } : {}),
  }));
  return over(send).terminals.register(as);
}

/** Asks the core who owns these cookies. The cookies go nowhere else. */
export function browserUser(coreUrl: string, cookie: string, headers: Record<string, string>): Promise<BrowserUser> {
  const send = createCoreRequest(coreUrl, () => ({ cookie }));
  return over(send).profile.retrieve({}, { headers });
}

/** An asset that a person may open. */
export type PersonAsset = Pick<PermsUserAssets, 'id' | 'name' | 'address' | 'protocols'>;

/** An account of it that they may use. */
export type PersonAccount = Pick<PermsUserAccounts, 'alias' | 'name' | 'username' | 'has_secret'>;

/** An asset as a menu shows it. */
export type MenuAssetRow = PersonAsset &
  Pick<PermsUserAssets, 'comment' | 'org_name' | 'platform' | 'is_active'> &
  Partial<Pick<PermsUserAssets, 'labels'>>;

/** Which of a person's assets are listed: all, those they marked, or those of a node. */
export type AssetScope = { of: 'all' } | { of: 'favourites' } | { of: 'node'; id: string };

/** What somebody who logged in at a component wants to open. */
export interface PersonTarget {
  user: string;
  asset: string;
  /** Alias of the account. */
  account: string;
  protocol: string;
  connect_method: string;
  /** Where they are: rules about addresses are about this one. */
  remote_addr: string;
}

/** A token that they get for it; it waits where `review` tells of one. */
export interface PersonToken {
  id: string;
  value: string;
  review: ReviewInfo | undefined;
}

/** Somebody who comes to a share, and the code they give. */
export interface ShareJoin {
  sharing: string;
  verify_code: string;
  joiner: string;
  remote_addr: string;
}

export interface ComponentClient {
  /** The login of somebody at this component's own door, who is at `remoteAddr`. */
  personLogin(remoteAddr: string): PersonLogin;
  /** Whether a key is one that this person logs in with. A core that does not know the question is taken to say yes. */
  knowsKey(username: string, publicKey: string): Promise<boolean>;
  personAssets(user: string, query: { id?: string; name?: string; address?: string; limit: number }): Promise<PersonAsset[]>;
  personAccounts(user: string, asset: string): Promise<PersonAccount[]>;
  /** A page of them, found by a search, that speak one of the protocols. */
  personPage(
    user: string,
    scope: AssetScope,
    query: { search: string; protocols: readonly string[]; offset: number; limit: number },
  ): Promise<{ count: number; results: MenuAssetRow[] }>;
  /** Nodes below one, or at the top. */
  personNodes(user: string, key: string | undefined): Promise<Pick<PermsUserNodes, 'id' | 'key' | 'value' | 'assets_amount'>[]>;
  /** Ours: what they opened last. Undefined where a core does not know the question. */
  personRecent(user: string): Promise<PermsUserRecent[] | undefined>;
  /** Ours: ids of the assets that they have marked; none where a core does not know the question. */
  personMarks(user: string): Promise<string[]>;
  /** Ours: marks an asset for them, or no longer. False where a core does not know how. */
  markForPerson(user: string, asset: string, marked: boolean): Promise<boolean>;
  /** A token in the name of somebody who logged in here. `review`: they agree to wait for one. `factor`: a code that they typed. @throws CoreError `acl_review`, `acl_factor_code` without */
  personToken(target: PersonTarget, options: { review: boolean; language: string; factor?: string }): Promise<PersonToken>;
  profile(): Promise<{ id: string; username: string }>;
  /** Whether it may work: our core lets an administrator approve components first; others do not know the question. */
  approved(): Promise<boolean>;
  config(): Promise<TerminalConfig>;
  status(heartbeat: Heartbeat): Promise<ComponentTask[]>;
  finishTask(id: string): Promise<void>;
  /**
   * Exchanges a connection token, which dies by it, for target, credential and policy (docs/wire/components.md#the-secret). With a proof our
   * core refuses somebody else's token without spending it; other cores overlook it.
   */
  secret(tokenId: string, language?: string, proof?: { value: string } | { user: string }): Promise<ConnectionSecret>;
  /** @param language of what is said where it is refused */
  createSession(session: SessionCreate, language?: string): Promise<void>;
  patchSession(id: string, patch: SessionPatch): Promise<void>;
  linkTicket(session: string, ticket: string): Promise<void>;
  commands(entries: CommandEntry[]): Promise<void>;
  insecureCommands(entries: CommandAlert[]): Promise<void>;
  /** A file that was moved; the same one again is taken as given. */
  transfer(entry: TransferEntry): Promise<void>;
  /** The content of a file that was moved, for its row; a row keeps one. */
  uploadCopy(transfer: string, content: Blob): Promise<void>;
  requestReview(session: string, acl: string, command: string): Promise<ReviewInfo>;
  /** The state of a review's ticket: `approved`, `rejected`, `closed`, or anything else while it waits. */
  reviewState(info: ReviewInfo): Promise<string>;
  cancelReview(info: ReviewInfo): Promise<void>;
  /** `chain` is the text of the chain file (contract evidence.ts). */
  uploadReplay(session: string, files: { replay: Blob; name: string; chain: string }): Promise<void>;
  /** `again`: somebody who watches already; not worth another line in the audit. */
  mayJoin(user: string, session: string, options?: { again?: boolean }): Promise<void>;
  /** Shares a session that this component carries, in the name of whoever is in it. */
  share(request: ShareRequest): Promise<{ id: string; verify_code: string }>;
  /** Members of a session's organisation whom it can be shared with. */
  sharePeople(session: string, search: string): Promise<SharePerson[]>;
  /** Somebody comes to a share: the core judges. @throws CoreError with the reason in words */
  joinShare(join: ShareJoin, language: string): Promise<{ id: string; session: string; writable: boolean }>;
  leaveShare(record: string): Promise<void>;
  /** Ours: whether guests may stay, by join record. Where a core does not know the question they do. */
  guestsStay(records: readonly string[]): Promise<Record<string, boolean>>;
  /** Ours: whether logins that people made here still stand, by the ids that they were told with; it says that they are in use. Where a core does not know the question they do. */
  loginsStand(logins: readonly string[]): Promise<Record<string, boolean>>;
  /** Ours: somebody stopped watching. */
  watchEnded(user: string, session: string, seconds: number): Promise<void>;
  /** False when another key was pinned there in the meantime. */
  pinHostKey(seen: SeenHostKey): Promise<boolean>;
  reportChangedHostKey(seen: SeenHostKey & { expected: string }): Promise<void>;
  /** What rules say about own live sessions now, by id; sessions that are not live are left out. */
  liveRules(sessions: readonly RulesQuestion[]): Promise<Record<string, LiveRules>>;
}

/** All calls of the component protocol that a gateway makes. `request` signs them (component-request.ts). */
export function createComponentClient(request: ComponentRequest): ComponentClient {
  const api = over(request);
  const nothing = () => undefined;
  return {
    personLogin(remoteAddr) {
      const jar = createCookieJar();
      const headers = { 'x-jms-login-type': 'T' };
      return createPersonLogin(
        over((call) => request({ ...call, jar, headers: { ...call.headers, ...headers } })),
        remoteAddr,
      );
    },
    knowsKey: (username, public_key) =>
      api.publicKeys.known({ username, public_key }).then(
        ({ known }) => known,
        whereUnknown(() => true),
      ),
    personAssets: async (user, query) => (await api.permsUsers.assets(user, { offset: 0, ...query })).results,
    personAccounts: (user, asset) => api.permsUsers.accounts(user, asset),
    personPage(user, scope, { search, protocols, offset, limit }) {
      const query = { offset, limit, order: 'name', protocols: protocols.join(','), ...(search === '' ? {} : { search }) };
      if (scope.of === 'node') return api.permsUsers.nodeAssets(user, scope.id, query);
      return scope.of === 'favourites' ? api.permsUsers.favoriteAssets(user, query) : api.permsUsers.assets(user, query);
    },
    personNodes: (user, key) => api.permsUsers.nodeChildren(user, key === undefined ? {} : { key }),
    personRecent: (user) => api.permsUsers.recent(user).catch(whereUnknown(() => undefined)),
    personMarks: (user) =>
      api.permsUsers.favorites(user).then(
        (rows) => rows.map(({ asset }) => asset),
        whereUnknown(() => []),
      ),
    markForPerson: (user, asset, marked) =>
      api.permsUsers.markFavorite(user, { asset, marked }).then(
        () => true,
        (error: unknown) => {
          // Of an asset that is gone the core speaks by a code of its own.
          if (error instanceof CoreError && error.code === 'object_does_not_exist') throw error;
          return whereUnknown(() => false)(error);
        },
      ),
    async personToken(target, { review, language, factor }) {
      const query = review ? { create_ticket: 'true' } : {};
      const token = await api.superConnectionToken.create(factor ? { ...target, factor } : target, {
        query,
        headers: { 'accept-language': language },
      });
      const info = token.from_ticket_info as Partial<ReviewInfo>;
      return { id: token.id, value: token.value, review: info.check_ticket_api ? (info as ReviewInfo) : undefined };
    },
    profile: () => api.profile.retrieve(),
    approved: () =>
      api.registrations.own().then(
        (answer) => answer?.approved !== false,
        whereUnknown(() => true),
      ),
    config: () => api.terminals.config(),
    status: (heartbeat) => api.terminalsStatus.create(heartbeat),
    finishTask: (id) => api.terminalTasks.partialUpdate(id, { is_finished: true }).then(nothing),
    secret: (id, language, proof) =>
      api.superConnectionToken.secret({ id, ...proof }, language ? { headers: { 'accept-language': language } } : {}),
    createSession: (session, language) =>
      api.sessions.create(session, language ? { headers: { 'accept-language': language } } : {}).then(nothing),
    patchSession: (id, change) => api.sessions.partialUpdate(id, change).then(nothing),
    linkTicket: (session, ticket) => api.ticketSessionRelation.create({ session, ticket }).then(nothing),
    commands: (entries) => api.commands.create(entries).then(nothing),
    transfer: (entry) => api.ftpLogs.create(entry).then(nothing),
    uploadCopy: async (transfer, content) => {
      const form = new FormData();
      form.set('file', content, transfer);
      await api.ftpLogs.upload(transfer, form, { timeout: 600_000 });
      await api.ftpLogs.patch(transfer, { has_file: true });
    },
    insecureCommands: (entries) => api.commands.alert(entries).then(nothing),
    requestReview: (session_id, cmd_filter_acl_id, run_command) =>
      api.commandFilterAcls.review({ session_id, cmd_filter_acl_id, run_command }),
    reviewState: async (info) => {
      const { method, url } = info.check_ticket_api;
      const ticket = await request<{ state?: { value?: string } | string; status?: { value?: string } | string }>({
        method: verb(method),
        path: ownPath(url),
      });
      return choiceText(ticket.state) || choiceText(ticket.status);
    },
    cancelReview: ({ close_ticket_api: { method, url } }) => request({ method: verb(method), path: ownPath(url) }).then(nothing),
    uploadReplay: (session, { replay, name, chain }) => {
      const form = new FormData();
      form.set('version', '3');
      // Before the file, so that the core has it while it reads the stream.
      if (chain !== '') form.set('chain', chain);
      form.set('file', replay, name);
      return api.sessions.uploadReplay(session, form, { timeout: 600_000 }).then(nothing);
    },
    mayJoin: (user_id, session_id, { again } = {}) =>
      api.sessions.joinValidate({ user_id, session_id, ...(again ? { again } : {}) }).then(nothing),
    share: async ({ users, ...request }) => {
      const { id, verify_code } = await api.sessionSharings.create({ ...request, users: [...users] });
      return { id, verify_code };
    },
    sharePeople: (session, search) => api.sessionSharings.people({ session, search }),
    joinShare: async (join, language) => {
      const record = await api.sessionJoinRecords.create({ ...join, login_from: 'WT' }, { headers: { 'accept-language': language } });
      const { id, session, action_permission } = record as { id: string; session: { id: string }; action_permission: { value: string } };
      return { id, session: session.id, writable: action_permission.value === 'writable' };
    },
    leaveShare: (record) => api.sessionJoinRecords.finished(record).then(nothing),
    guestsStay: (records) =>
      api.sessionJoinRecords
        .standing({ records: records.map((id) => ({ id })) })
        .catch(whereUnknown(() => Object.fromEntries(records.map((id) => [id, true])))),
    loginsStand: (logins) =>
      api.terminalLogins
        .standing({ logins: logins.map((id) => ({ id })) })
        .catch(whereUnknown(() => Object.fromEntries(logins.map((id) => [id, true])))),
    watchEnded: (user_id, session_id, seconds) =>
      api.sessions.joinEnded({ user_id, session_id, seconds }).then(nothing, whereUnknown(nothing)),
    pinHostKey: (seen) => api.hostKeys.pin(seen).then((answer) => answer?.pinned !== false),
    reportChangedHostKey: (seen) => api.hostKeys.changed(seen).then(nothing),
    liveRules: (sessions) => api.sessions.rules({ sessions }),
  };
}

/** What is taken as the answer of a core that does not know the question. */
const whereUnknown =
  <T>(answer: () => T) =>
  (error: unknown): T => {
    if (error instanceof CoreError && (error.status === 404 || error.status === 405)) return answer();
    throw error;
  };

const choiceText = (choice: { value?: string } | string | undefined): string =>
  typeof choice === 'string' ? choice : (choice?.value ?? '');

/** The method an answer asks for, held to the ones a ticket has. */
function verb(method: string): 'GET' | 'DELETE' | 'PUT' | 'PATCH' {
  const upper = method.toUpperCase();
  return upper === 'DELETE' || upper === 'PUT' || upper === 'PATCH' ? upper : 'GET';
}

/** Path and query of an address from an answer: a signed call never leaves the core it is meant for. */
function ownPath(url: string): string {
  const parsed = new URL(url, 'http://core');
  return `${parsed.pathname}${parsed.search}`;
}
