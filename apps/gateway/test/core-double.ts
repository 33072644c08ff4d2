import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CommandEntry, ConnectionSecret, LiveRules, TransferEntry } from '@postern/contract/component';
import { LOGINS_TASK, RULES_TASK, TICKET_TASK } from '@postern/contract/component';
import { mac, parseSignature, signingString } from '@postern/contract/signature';
import { type WebSocket, WebSocketServer } from 'ws';
import { createReviewsDouble, type Reviews, type Ticket } from './core-reviews.ts';

/**
 * The core as the component protocol shows it: it checks signatures and cookies, spends tokens, and writes down what a
 * gateway reports. It knows nothing of the gateway's inside.
 */
export interface CoreDouble {
  url: string;
  /** Cookie → user. */
  users: Map<string, { id: string; name: string; username: string; email: string }>;
  tokens: Map<string, ConnectionSecret>;
  sessions: Map<string, Record<string, unknown>>;
  patches: { id: string; patch: Record<string, unknown>; at: number }[];
  commands: CommandEntry[];
  insecure: CommandEntry[];
  transfers: TransferEntry[];
  /** Copies of files that are whole, by the id of their transfer. */
  copies: Map<string, Buffer>;
  /** Megabytes from which on no copy is wanted. */
  copyLimit: number;
  replays: Map<string, { file: Buffer; chain: Buffer; version: string; name: string }>;
  pinned: Record<string, unknown>[];
  changed: Record<string, unknown>[];
  finishedTasks: string[];
  heartbeats: { sessions: string[] }[];
  /** People at the SSH door, and all reviews. */
  reviews: Reviews;
  mayJoin: Set<string>;
  shares: Map<string, { session: string; code: string; writable: boolean; users: string[]; over: boolean }>;
  /** Who joined, or was refused, by record. */
  joins: Map<string, { sharing: string; joiner: string; success: boolean; left: boolean }>;
  /** Join records whose guests may not stay. */
  unwelcome: Set<string>;
  /** Who stopped watching what. */
  watched: { user_id: string; session_id: string; seconds: number }[];
  people: { id: string; name: string; username: string }[];
  /** What it says about live sessions; those that are not in here are not told of. */
  rules: Map<string, LiveRules>;
  /** What it says about all others. */
  rulesFor: (() => LiveRules) | undefined;
  /** Sessions asked about, one entry for each question. */
  asked: string[][];
  /** Questions about sessions that came while it was down. */
  askedInVain: number;
  /** Tells those that want to know that rules may have changed. */
  /** Somebody decides a ticket. */
  decide(ticket: Ticket, state: 'approved' | 'rejected' | 'closed'): void;
  /** Tells that logins of a person were ended. */
  loginsEnded(user: string): void;
  rulesChanged(): void;
  kill(session: string, by: string, reason?: string): void;
  order(name: string, session: string, kwargs: Record<string, string>): void;
  /** Whether people are told that they are watched. */
  watchNotice: boolean;
  idleMinutes: number;
  /** Hours after which every session ends. */
  longestHours: number;
  announcement: object;
  /** Sessions that there may be at once; 0 for any number. */
  mostSessions: number;
  /** For which a session waits for its page. */
  reconnectSeconds: number;
  nativeClients: boolean;
  /** As other cores do: a token is spent, whoever asks. */
  overlooksProof: boolean;
  /** Everything but the sockets is down while true. */
  down: boolean;
  /** The disk on which it keeps recordings has no room: it says so, as the server does, and keeps nothing. */
  full: boolean;
  /** Uploads that were answered so. */
  refusedUploads: number;
  /** Is asked when a request begins, with its path; what it answers is waited for before the request is. */
  before: ((request: IncomingMessage, path: string) => Promise<void> | undefined) | undefined;
  stop(): Promise<void>;
}

const HOST_KEY = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
}).privateKey;
const BOOTSTRAP = 'bootstrap';
export const bootstrapToken = BOOTSTRAP;

export async function startCore(port = 0): Promise<CoreDouble> {
  const keys = new Map<string, string>();
  const lines = new Set<WebSocket>();
  /** Orders nobody has reported as done, as the core keeps them: whoever connects hears of them first. */
  const orders = new Map<string, object>();
  const hearing = new WeakSet<WebSocket>();
  const uploaded = new Map<string, Buffer>();
  const tokens = new Map<string, ConnectionSecret>();
  const core: Omit<CoreDouble, 'url' | 'stop' | 'kill' | 'order' | 'decide' | 'rulesChanged' | 'loginsEnded'> = {
    users: new Map(),
    tokens,
    sessions: new Map(),
    patches: [],
    commands: [],
    insecure: [],
    transfers: [],
    copies: new Map(),
    copyLimit: 0,
    replays: new Map(),
    pinned: [],
    changed: [],
    finishedTasks: [],
    heartbeats: [],
    reviews: createReviewsDouble(tokens, 'Zq8rT1vYw3Xk5Lp0'),
    mayJoin: new Set(),
    shares: new Map(),
    joins: new Map(),
    unwelcome: new Set(),
    watched: [],
    people: [],
    rules: new Map(),
    rulesFor: undefined,
    asked: [],
    askedInVain: 0,
    overlooksProof: false,
    idleMinutes: 30,
    longestHours: 0,
    announcement: {},
    mostSessions: 0,
    reconnectSeconds: 120,
    watchNotice: false,
    nativeClients: true,
    down: false,
    before: undefined,
    full: false,
    refusedUploads: 0,
  };

  function signed(request: IncomingMessage): boolean {
    const parsed = parseSignature(request.headers.authorization ?? '');
    const secret = parsed && keys.get(parsed.keyId);
    if (!parsed || !secret) return false;
    const text = signingString(parsed.headers, request.method ?? '', request.url ?? '', (name) => String(request.headers[name] ?? ''));
    return text !== undefined && mac(secret, text) === parsed.signature;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace('/api/v1', '');
    const held = core.before?.(request, path);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    await held;
    if (core.down && path === '/terminal/sessions/rules/') core.askedInVain += 1;
    if (core.down) return void send(503, { code: 'service_unavailable' });
    if (core.full && path.endsWith('/replay/')) {
      core.refusedUploads += 1;
      return void send(507, { code: 'storage_full' });
    }
    const type = request.headers['content-type'] ?? '';
    const body = type.startsWith('application/json') && raw.length > 0 ? JSON.parse(raw.toString()) : null;
    if (path === '/terminal/terminal-registrations/') {
      if (request.headers.authorization !== `BootstrapToken ${BOOTSTRAP}`) return void send(401, {});
      const key = { id: randomUUID(), secret: randomUUID(), is_active: true };
      keys.set(key.id, key.secret);
      return void send(201, { name: body.name, type: body.type, service_account: { id: randomUUID(), name: body.name, access_key: key } });
    }
    if (path === '/users/profile/' && request.headers.cookie) {
      const user = core.users.get(request.headers.cookie);
      return void send(user ? 200 : 401, user ?? {});
    }
    if (!signed(request)) return void send(401, { code: 'not_authenticated', detail: 'no' });
    if (path === '/users/profile/') return void send(200, { id: randomUUID(), username: 'gateway' });
    if (path === '/terminal/terminals/config/')
      return void send(200, {
        TERMINAL_HEARTBEAT_INTERVAL: 1,
        SECURITY_MAX_IDLE_TIME: core.idleMinutes,
        SECURITY_MAX_SESSION_TIME: core.longestHours,
        ANNOUNCEMENT: core.announcement,
        FTP_FILE_MAX_STORE: core.copyLimit,
        TERMINAL_RECONNECT_SECONDS: core.reconnectSeconds,
        TERMINAL_WATCH_NOTICE: core.watchNotice,
        TERMINAL_KOKO_SSH_ENABLED: core.nativeClients,
        TERMINAL_HOST_KEY: HOST_KEY,
      });
    const reviewed = core.reviews.answer(request.method ?? '', path, body ?? {});
    if (reviewed) return void send(reviewed.status, reviewed.body);
    if (path === '/terminal/terminals/status/') return void send(201, []);
    if (path === '/authentication/super-connection-token/secret/') {
      const secret = core.tokens.get(body.id);
      const proven =
        core.overlooksProof || ((body.value ?? secret?.value) === secret?.value && (body.user ?? secret?.user.id) === secret?.user.id);
      if (secret && !proven) return void send(403, { code: 'permission_denied', detail: 'It is not yours.' });
      core.tokens.delete(body.id);
      return void (secret ? send(200, secret) : send(404, { code: 'object_does_not_exist', detail: 'This token does not exist.' }));
    }
    if (path === '/terminal/sessions/') {
      const open = [...core.sessions.values()].filter((one) => one.is_finished !== true);
      if (core.mostSessions > 0 && open.length >= core.mostSessions)
        return void send(429, {
          code: 'session_limit_reached',
          detail: `most: ${core.mostSessions}, ${request.headers['accept-language']}`,
        });
      core.sessions.set(body.id, body);
      return void send(201, body);
    }
    if (path === '/terminal/sessions/rules/') {
      const ids: string[] = body.sessions.map((one: { id: string }) => one.id);
      core.asked.push(ids);
      return void send(200, Object.fromEntries(ids.map((id) => [id, core.rules.get(id) ?? core.rulesFor?.()])));
    }
    if (path === '/terminal/sessions/join/validate/') {
      const ok = core.mayJoin.has(`${body.user_id} ${body.session_id}`);
      return void send(ok ? 200 : 401, { ok, msg: ok ? '' : 'not yours' });
    }
    if (path === '/terminal/sessions/join/ended/') {
      core.watched.push(body);
      return void send(200, { ok: true, msg: '' });
    }
    if (path === '/terminal/session-join-records/standing/')
      return void send(200, Object.fromEntries(body.records.map(({ id }: { id: string }) => [id, !core.unwelcome.has(id)])));
    if (path === '/terminal/session-sharings/') {
      const share = { session: body.session, code: `code${core.shares.size}`, writable: body.action_permission === 'writable' };
      const id = randomUUID();
      core.shares.set(id, { ...share, users: body.users, over: false });
      return void send(201, { id, verify_code: share.code });
    }
    if (path.startsWith('/terminal/session-sharings/people/')) {
      const search = new URL(path, 'http://core').searchParams.get('search') ?? '';
      return void send(
        200,
        core.people.filter(({ name }) => name.includes(search)),
      );
    }
    if (path === '/terminal/session-join-records/') {
      const share = core.shares.get(body.sharing);
      if (!share) return void send(404, { code: 'object_does_not_exist', detail: 'There is no such share.' });
      const refusal = share.over
        ? 'This share is over.'
        : share.users.length > 0 && !share.users.includes(body.joiner)
          ? 'This share is not for you.'
          : share.code !== body.verify_code
            ? 'The code is wrong.'
            : [...core.joins.values()].some((one) => one.sharing === body.sharing && one.joiner === body.joiner)
              ? 'You have used this link before.'
              : undefined;
      const id = randomUUID();
      core.joins.set(id, { sharing: body.sharing, joiner: body.joiner, success: !refusal, left: refusal !== undefined });
      if (refusal) return void send(400, { error: refusal });
      const permission = share.writable ? 'writable' : 'readonly';
      return void send(201, { id, session: { id: share.session }, action_permission: { value: permission, label: '' } });
    }
    const joined = /^\/terminal\/session-join-records\/([^/]+)\/finished\/$/.exec(path);
    if (joined?.[1]) {
      const record = core.joins.get(joined[1]);
      if (record) record.left = true;
      return void send(record ? 200 : 404, { msg: 'ok' });
    }
    const session = /^\/terminal\/sessions\/([^/]+)\/(replay\/)?$/.exec(path);
    if (session?.[1] && !core.sessions.has(session[1])) return void send(404, { code: 'object_does_not_exist', detail: 'no session' });
    if (session?.[2]) {
      const form = await new Response(raw, { headers: { 'content-type': type } }).formData();
      const file = form.get('file') as File;
      const chain = form.get('chain');
      core.replays.set(session[1] as string, {
        file: Buffer.from(await file.arrayBuffer()),
        name: file.name,
        chain: Buffer.from(typeof chain === 'string' ? chain : ''),
        version: String(form.get('version')),
      });
      return void send(201, { url: '' });
    }
    if (session?.[1]) {
      core.patches.push({ id: session[1], patch: body, at: Date.now() });
      Object.assign(core.sessions.get(session[1]) as object, body);
      return void send(200, {});
    }
    if (path === '/terminal/commands/') {
      core.commands.push(...body);
      return void send(201, 'ok');
    }
    if (path === '/terminal/commands/insecure-command/') {
      core.insecure.push(...body);
      return void send(200, { msg: 'ok' });
    }
    if (path === '/audits/ftp-logs/') {
      if (!core.transfers.some(({ id }) => id === body.id)) core.transfers.push(body);
      return void send(201, body);
    }
    const transfer = /^\/audits\/ftp-logs\/([^/]+)\/(upload\/)?$/.exec(path);
    if (transfer?.[1] && !core.transfers.some(({ id }) => id === transfer[1])) return void send(404, { code: 'object_does_not_exist' });
    if (transfer?.[2]) {
      const form = await new Response(raw, { headers: { 'content-type': type } }).formData();
      uploaded.set(transfer[1] as string, Buffer.from(await (form.get('file') as File).arrayBuffer()));
      return void send(201, { url: '' });
    }
    if (transfer?.[1]) {
      const content = uploaded.get(transfer[1]);
      if (content && body.has_file === true) core.copies.set(transfer[1], content);
      return void send(200, {});
    }
    if (path === '/terminal/host-keys/') {
      core.pinned.push(body);
      return void send(201, body);
    }
    if (path === '/terminal/host-keys/changed/') {
      core.changed.push(body);
      return void send(201, {});
    }
    const task = /^\/terminal\/tasks\/([^/]+)\/$/.exec(path);
    if (task?.[1]) {
      core.finishedTasks.push(task[1]);
      orders.delete(task[1]);
      return void send(200, {});
    }
    if (path === '/acls/command-filter-acls/command-review/') return void send(200, core.reviews.open(body.run_command));
    send(404, { code: 'not_found', detail: path });
  }

  // One that is cut off in the middle was no request.
  const server = createServer((request, response) => void answer(request, response).catch(() => request.socket.destroy()));
  const tasks = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, stream, head) => {
    if (request.url !== '/ws/terminal-task/' || !signed(request)) return void stream.destroy();
    tasks.handleUpgrade(request, stream, head, (socket) => {
      lines.add(socket);
      socket.send(Buffer.from(JSON.stringify([...orders.values()])));
      socket.on('message', (data) => {
        const { type, payload } = JSON.parse(String(data));
        if (type === 'status') core.heartbeats.push(payload);
        else if (type === 'subscribe' && payload.rules) hearing.add(socket);
      });
      socket.on('close', () => lines.delete(socket));
    });
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  /** Tells those that want to know. */
  function tell(name: string, args: string): void {
    const task = { id: '', name, args, kwargs: {}, is_finished: false };
    for (const line of lines) if (hearing.has(line)) line.send(JSON.stringify([task]));
  }
  function order(name: string, session: string, kwargs: Record<string, string>): void {
    const task = { id: randomUUID(), name, args: session, kwargs, is_finished: false };
    orders.set(task.id, task);
    for (const line of lines) line.send(JSON.stringify([task]));
  }
  return Object.assign(core, {
    order,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    kill(session: string, by: string, reason?: string) {
      order('kill_session', session, { terminated_by: by, ...(reason ? { reason } : {}) });
    },
    rulesChanged: () => tell(RULES_TASK, ''),
    loginsEnded: (user: string) => tell(LOGINS_TASK, user),
    decide(ticket: Ticket, state: Ticket['state']) {
      ticket.state = state;
      tell(TICKET_TASK, ticket.id);
    },
    async stop() {
      for (const line of lines) line.terminate();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  });
}
