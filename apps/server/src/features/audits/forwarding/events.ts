import type { RowOf } from '@postern/resource';
import type { EventKind, LogName } from './event-kinds.ts';
import { aboutBrowser, authentication } from './login-facts.ts';
import { type Described, printEvent, SEVERITY } from './ocsf.ts';

/** An event as it is told to others. */
export interface ForwardedEvent {
  kind: EventKind | 'test';
  log: string;
  seq: number;
  time: Date;
  /** Of syslog: RFC 5424 section 6.2.1. */
  severity: number;
  /** One line of JSON. */
  line: string;
}

export type LoginRow = RowOf<{ table: 'login_logs' }>;
export type OperateRow = RowOf<{ table: 'operate_logs' }>;
export type SessionRow = RowOf<{ table: 'sessions' }>;
export type CommandRow = RowOf<{ table: 'commands' }>;
export type FileRow = RowOf<{ table: 'ftp_logs' }>;
export type RunRow = RowOf<{ table: 'task_runs' }>;

interface Where {
  kind: ForwardedEvent['kind'];
  /** Stays the same when it is sent again. */
  id: string;
  log: LogName | 'test';
  seq: number;
  time: Date;
  org?: string;
}

function event(described: Described, where: Where): ForwardedEvent {
  const { kind, log, seq, time } = where;
  return { kind, log, seq, time, severity: SEVERITY[described.severity].syslog, line: printEvent(described, where) };
}

const from = (ip: string | null): object => (ip ? { src_endpoint: { ip } } : {});

export const loginEvent = (row: LoginRow): ForwardedEvent =>
  event(
    {
      class: 'authentication',
      activity: [1, 'Logon'],
      severity: row.status ? 'info' : 'low',
      ok: row.status,
      fields: {
        user: { name: row.username, ...(row.user_id ? { uid: row.user_id } : {}) },
        ...from(row.ip),
        ...authentication(row),
        ...(row.reason ? { status_detail: row.reason } : {}),
        ...(row.user_agent ? { http_request: { user_agent: row.user_agent } } : {}),
        unmapped: { login_type: row.type, city: row.city, ...aboutBrowser(row.facts), hash: row.hash, prev_hash: row.prev_hash },
      },
    },
    { kind: 'login', id: row.id, log: 'login_logs', seq: row.seq, time: row.datetime },
  );

const ACTIVITIES: Readonly<Record<string, readonly [number, string]>> = {
  create: [1, 'Create'],
  view: [2, 'Read'],
  update: [3, 'Update'],
  delete: [4, 'Delete'],
};

/** An operation, or, of its own class, a change of a password. */
export function operateEvent(row: OperateRow): ForwardedEvent {
  const actor = { user: { name: row.user_text, uid: row.user_id } };
  const chain = { hash: row.hash, prev_hash: row.prev_hash };
  const where = { id: row.id, log: 'operate_logs' as const, seq: row.seq, time: row.datetime, org: row.org_id };
  if (row.action === 'change_password')
    return event(
      {
        class: 'account',
        activity: [3, 'Password Change'],
        severity: 'info',
        ok: true,
        fields: { actor, user: { name: row.resource, uid: row.resource_id }, ...from(row.remote_addr), unmapped: chain },
      },
      { ...where, kind: 'password' },
    );
  return event(
    {
      class: 'api',
      activity: ACTIVITIES[row.action] ?? [99, row.action],
      severity: 'info',
      ok: true,
      fields: {
        actor,
        api: { operation: `${row.action} ${row.resource_type}` },
        resources: [{ type: row.resource_type, uid: row.resource_id, name: row.resource }],
        ...from(row.remote_addr),
        unmapped: { changes: row.diff, ...chain },
      },
    },
    { ...where, kind: 'operate' },
  );
}

/** Of what is numbered in the feed: which number, and what happened. */
export interface Fed {
  seq: number;
  event: string;
  made: Date;
}

export function sessionEvent(row: SessionRow, { seq, event: what, made }: Fed): ForwardedEvent {
  const start = what === 'start';
  const time = (start ? row.date_start : row.date_end) ?? made;
  const took = row.date_start && row.date_end ? row.date_end.getTime() - row.date_start.getTime() : undefined;
  return event(
    {
      class: 'network',
      activity: start ? [1, 'Open'] : [2, 'Close'],
      severity: 'info',
      ...(start ? {} : { ok: row.is_success }),
      fields: {
        actor: { user: { name: row.user, uid: row.user_id }, session: { uid: row.id } },
        app_name: row.protocol,
        ...from(row.remote_addr),
        dst_endpoint: { name: row.asset, uid: row.asset_id },
        ...(start || took === undefined ? {} : { duration: took }),
        ...(start || !row.end_reason ? {} : { status_detail: row.end_reason }),
        unmapped: { session_type: row.type, login_from: row.login_from, account: row.account, account_uid: row.account_id },
      },
    },
    { kind: 'session', id: `${row.id}.${start ? 'start' : 'end'}`, log: 'sessions', seq, time, org: row.org_id },
  );
}

/** Levels of risk (docs/wire/sessions.md#commands). */
const RISKS: Readonly<Record<number, { name: string; severity: Described['severity']; allowed: boolean }>> = {
  0: { name: 'accepted', severity: 'info', allowed: true },
  4: { name: 'warned', severity: 'medium', allowed: true },
  5: { name: 'rejected', severity: 'high', allowed: false },
  6: { name: 'review rejected', severity: 'high', allowed: false },
  7: { name: 'review accepted', severity: 'medium', allowed: true },
  8: { name: 'review cancelled', severity: 'medium', allowed: false },
};

export function commandEvent(row: CommandRow, { seq }: Fed): ForwardedEvent {
  const risk = RISKS[row.risk_level] ?? { name: String(row.risk_level), severity: 'medium' as const, allowed: true };
  return event(
    {
      class: 'process',
      activity: [1, 'Launch'],
      severity: risk.severity,
      fields: {
        disposition_id: risk.allowed ? 1 : 2,
        disposition: risk.allowed ? 'Allowed' : 'Blocked',
        actor: { user: { name: row.user }, session: { uid: row.session } },
        device: { name: row.asset },
        process: { cmd_line: row.input },
        unmapped: { account: row.account, risk_level: row.risk_level, risk: risk.name, command_filter: row.cmd_filter_acl },
      },
    },
    { kind: 'command', id: row.id, log: 'commands', seq, time: new Date(row.timestamp * 1_000), org: row.org_id },
  );
}

const FILE_ACTIVITIES: Readonly<Record<string, readonly [number, string]>> = {
  upload: [1, 'Create'],
  mkdir: [1, 'Create'],
  symlink: [1, 'Create'],
  download: [2, 'Read'],
  delete: [4, 'Delete'],
  rmdir: [4, 'Delete'],
  rename: [5, 'Rename'],
  rename_dir: [5, 'Rename'],
};

export const fileEvent = (row: FileRow, { seq }: Fed): ForwardedEvent =>
  event(
    {
      class: 'file',
      activity: FILE_ACTIVITIES[row.operate] ?? [99, row.operate],
      severity: 'info',
      ok: row.is_success,
      fields: {
        actor: { user: { name: row.user }, session: { uid: row.session_id } },
        device: { name: row.asset },
        file: { name: row.filename, ...(row.size === null ? {} : { size: row.size }) },
        ...from(row.remote_addr),
        unmapped: { account: row.account, operate: row.operate },
      },
    },
    { kind: 'file', id: row.id, log: 'ftp_logs', seq, time: row.date_start, org: row.org_id },
  );

export const runEvent = (row: RunRow, { seq, made }: Fed): ForwardedEvent =>
  event(
    {
      class: 'job',
      activity: [99, 'Finish'],
      severity: row.state === 'SUCCESS' ? 'info' : 'low',
      ok: row.state === 'SUCCESS',
      fields: {
        ...(row.user_id ? { actor: { user: { uid: row.user_id } } } : {}),
        job: { name: row.name, run_state: row.state },
        ...(row.date_start && row.date_finished ? { duration: row.date_finished.getTime() - row.date_start.getTime() } : {}),
        unmapped: { run: row.id },
      },
    },
    { kind: 'job', id: row.id, log: 'task_runs', seq, time: row.date_finished ?? made, org: row.org_id },
  );

/** What a test sends: an event of the trail's form that stands in no log. */
export const testEvent = (id: string, time: Date, by: string): ForwardedEvent =>
  event(
    {
      class: 'api',
      activity: [99, 'Test'],
      severity: 'info',
      ok: true,
      fields: { actor: { user: { name: by } }, api: { operation: 'test auditreceiver' }, message: 'Test of an audit receiver' },
    },
    { kind: 'test', id, log: 'test', seq: 0, time },
  );
