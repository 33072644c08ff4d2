import type { FrameType } from './frames.ts';

/**
 * The terminal socket word for word (docs/wire/components.md#the-terminal-socket): each frame as it stands on the wire, and what it means to
 * who reads it. Both ends are tested against this one list: who sends writes exactly `text`, who reads gets exactly `means`.
 */
export interface FrameFixture<Meaning> {
  name: string;
  type: FrameType;
  text: string;
  means: Meaning;
}

const ID = '6f1c0e5a-2f0b-4c53-9c56-0f4a7c1d2e30';

/** Values the fixtures are made of. */
export const FIXTURE = {
  id: ID,
  user: { id: '7e7f8c34-6d0c-4a3a-9d0e-1b9f5c5d0a01', name: 'Ann', username: 'ann' },
  session: {
    id: '5b0e4e0c-8a0b-4a58-8f0e-3d1f6a7b8c90',
    user: 'Ann(ann)',
    asset: 'web-1(10.0.0.1)',
    account: 'ops(ops)',
    login_from: 'WT',
    remote_addr: '10.0.0.7',
    protocol: 'ssh',
    date_start: '2026-11-23 09:00:00 +0000',
    org_id: '00000000-0000-0000-0000-000000000002',
    user_id: '7e7f8c34-6d0c-4a3a-9d0e-1b9f5c5d0a01',
    asset_id: '11111111-1111-4111-8111-111111111111',
    account_id: '22222222-2222-4222-8222-222222222222',
    type: 'normal',
  },
} as const;

const SESSION_TEXT =
  '{\\"id\\":\\"5b0e4e0c-8a0b-4a58-8f0e-3d1f6a7b8c90\\",\\"user\\":\\"Ann(ann)\\",\\"asset\\":\\"web-1(10.0.0.1)\\",\\"account\\":\\"ops(ops)\\",' +
  '\\"login_from\\":\\"WT\\",\\"remote_addr\\":\\"10.0.0.7\\",\\"protocol\\":\\"ssh\\",\\"date_start\\":\\"2026-11-23 09:00:00 +0000\\",' +
  '\\"org_id\\":\\"00000000-0000-0000-0000-000000000002\\",\\"user_id\\":\\"7e7f8c34-6d0c-4a3a-9d0e-1b9f5c5d0a01\\",' +
  '\\"asset_id\\":\\"11111111-1111-4111-8111-111111111111\\",\\"account_id\\":\\"22222222-2222-4222-8222-222222222222\\",\\"type\\":\\"normal\\"}';

const on = (type: FrameType, data: string, err = ''): string => `{"id":"${ID}","type":"${type}","data":"${data}","err":"${err}"}`;

const MEMBER = {
  terminal_id: 't1',
  user_id: 'u1',
  user: 'Ann',
  created: '',
  remote_addr: '',
  primary: true,
  writable: true,
};
const MEMBER_TEXT =
  '{\\"terminal_id\\":\\"t1\\",\\"user_id\\":\\"u1\\",\\"user\\":\\"Ann\\",\\"created\\":\\"\\",\\"remote_addr\\":\\"\\",\\"primary\\":true,\\"writable\\":true}';

/** What a page says, and what the gateway takes it for. */
export const FROM_PAGE = {
  init: {
    name: 'the size, in answer to CONNECT',
    type: 'TERMINAL_INIT',
    text: on('TERMINAL_INIT', '{\\"cols\\":80,\\"rows\\":24,\\"code\\":\\"\\"}'),
    means: { kind: 'init', id: ID, init: { cols: 80, rows: 24, code: '' } },
  },
  able: {
    name: 'the size, from a page that can come back',
    type: 'TERMINAL_INIT',
    text: on('TERMINAL_INIT', '{\\"cols\\":80,\\"rows\\":24,\\"code\\":\\"\\",\\"resume\\":true}'),
    means: { kind: 'init', id: ID, init: { cols: 80, rows: 24, code: '', resume: true } },
  },
  back: {
    name: 'the size, from a page that comes back',
    type: 'TERMINAL_INIT',
    text: on(
      'TERMINAL_INIT',
      '{\\"cols\\":80,\\"rows\\":24,\\"code\\":\\"\\",\\"resume\\":{\\"session\\":\\"5b0e4e0c-8a0b-4a58-8f0e-3d1f6a7b8c90\\",\\"secret\\":\\"s3cret\\",\\"received\\":4096}}',
    ),
    means: {
      kind: 'init',
      id: ID,
      init: { cols: 80, rows: 24, code: '', resume: { session: '5b0e4e0c-8a0b-4a58-8f0e-3d1f6a7b8c90', secret: 's3cret', received: 4096 } },
    },
  },
  share: {
    name: 'a share that is wanted',
    type: 'TERMINAL_SHARE',
    text: on(
      'TERMINAL_SHARE',
      '{\\"session\\":\\"5b0e4e0c-8a0b-4a58-8f0e-3d1f6a7b8c90\\",\\"expired_time\\":10,\\"users\\":[],\\"action_permission\\":\\"readonly\\"}',
    ),
    means: {
      kind: 'share',
      request: { session: '5b0e4e0c-8a0b-4a58-8f0e-3d1f6a7b8c90', expired_time: 10, users: [], action_permission: 'readonly' },
    },
  },
  people: {
    name: 'whom to share with',
    type: 'TERMINAL_GET_SHARE_USER',
    text: on('TERMINAL_GET_SHARE_USER', '{\\"query\\":\\"bo\\"}'),
    means: { kind: 'people', query: 'bo' },
  },
  ack: {
    name: 'what has come of the output',
    type: 'TERMINAL_ACK',
    text: on('TERMINAL_ACK', '{\\"received\\":4096}'),
    means: { kind: 'ack', received: 4096 },
  },
  data: { name: 'keys', type: 'TERMINAL_DATA', text: on('TERMINAL_DATA', 'ü\\u0003\\"\\r'), means: { kind: 'data', text: 'ü\u0003"\r' } },
  resize: {
    name: 'another size',
    type: 'TERMINAL_RESIZE',
    text: on('TERMINAL_RESIZE', '{\\"cols\\":100,\\"rows\\":30}'),
    means: { kind: 'resize', cols: 100, rows: 30 },
  },
  ping: { name: 'a sign of life', type: 'PING', text: on('PING', ''), means: { kind: 'ping' } },
  pong: { name: 'an answer to one', type: 'PONG', text: on('PONG', ''), means: { kind: 'ignored' } },
  close: { name: 'the end', type: 'CLOSE', text: on('CLOSE', ''), means: { kind: 'close' } },
} as const satisfies Record<string, FrameFixture<object>>;

/** What the gateway says, and what a page takes it for. */
export const FROM_GATEWAY = {
  connect: {
    name: 'who is there, first of all',
    type: 'CONNECT',
    text: on(
      'CONNECT',
      '{\\"user\\":{\\"id\\":\\"7e7f8c34-6d0c-4a3a-9d0e-1b9f5c5d0a01\\",\\"name\\":\\"Ann\\",\\"username\\":\\"ann\\"},\\"setting\\":{}}',
    ),
    means: { kind: 'connect', id: ID },
  },
  session: {
    name: 'the session of its owner',
    type: 'TERMINAL_SESSION',
    text: on(
      'TERMINAL_SESSION',
      `{\\"session\\":${SESSION_TEXT},\\"permission\\":{\\"actions\\":[\\"connect\\",\\"copy\\"]},\\"recording\\":true,\\"expire_at\\":1800000000,\\"idle_minutes\\":30}`,
    ),
    means: {
      kind: 'session',
      data: {
        session: FIXTURE.session,
        permission: { actions: ['connect', 'copy'] },
        recording: true,
        expire_at: 1_800_000_000,
        idle_minutes: 30,
      },
    },
  },
  returnable: {
    name: 'the session of its owner, and how to come back to it',
    type: 'TERMINAL_SESSION',
    text: on(
      'TERMINAL_SESSION',
      `{\\"session\\":${SESSION_TEXT},\\"permission\\":{\\"actions\\":[\\"connect\\"]},\\"recording\\":true,\\"expire_at\\":null,\\"resume\\":{\\"secret\\":\\"s3cret\\",\\"seconds\\":120,\\"received\\":7}}`,
    ),
    means: {
      kind: 'session',
      data: {
        session: FIXTURE.session,
        permission: { actions: ['connect'] },
        recording: true,
        expire_at: null,
        resume: { secret: 's3cret', seconds: 120, received: 7 },
      },
    },
  },
  ack: {
    name: 'what has come of the input',
    type: 'TERMINAL_ACK',
    text: on('TERMINAL_ACK', '{\\"received\\":7}'),
    means: { kind: 'ack', received: 7 },
  },
  shared: {
    name: 'a share that was made',
    type: 'TERMINAL_SHARE',
    text: on('TERMINAL_SHARE', '{\\"share_id\\":\\"s1\\",\\"code\\":\\"c0de\\"}'),
    means: { kind: 'shared', share_id: 's1', code: 'c0de' },
  },
  joined: {
    name: 'somebody who came',
    type: 'TERMINAL_SHARE_JOIN',
    text: on('TERMINAL_SHARE_JOIN', MEMBER_TEXT),
    means: { kind: 'joined', member: MEMBER },
  },
  members: {
    name: 'everybody who is there',
    type: 'TERMINAL_SHARE_USERS',
    text: on('TERMINAL_SHARE_USERS', `{\\"t1\\":${MEMBER_TEXT}}`),
    means: { kind: 'members', members: [MEMBER] },
  },
  paused: {
    name: 'a lock',
    type: 'TERMINAL_SESSION_PAUSE',
    text: on('TERMINAL_SESSION_PAUSE', '{\\"user\\":\\"Bob\\",\\"reason\\":\\"\\"}'),
    means: { kind: 'paused', user: 'Bob', reason: '' },
  },
  resumed: {
    name: 'the end of a lock',
    type: 'TERMINAL_SESSION_RESUME',
    text: on('TERMINAL_SESSION_RESUME', ''),
    means: { kind: 'resumed' },
  },
  watched: {
    name: 'who watches',
    type: 'TERMINAL_WATCHED',
    text: on('TERMINAL_WATCHED', '{\\"users\\":[\\"Bob\\"]}'),
    means: { kind: 'watched', users: ['Bob'] },
  },
  restart: {
    name: 'the gateway restarts',
    type: 'TERMINAL_RESTART',
    text: on('TERMINAL_RESTART', '{\\"seconds\\":30}'),
    means: { kind: 'restart', seconds: 30 },
  },
  viewed: {
    name: 'the session of somebody else',
    type: 'TERMINAL_SESSION',
    text: on('TERMINAL_SESSION', `{\\"session\\":${SESSION_TEXT},\\"permission\\":null,\\"recording\\":true,\\"expire_at\\":null}`),
    means: { kind: 'session', data: { session: FIXTURE.session, permission: null, recording: true, expire_at: null } },
  },
  resize: {
    name: 'the size of who is watched',
    type: 'TERMINAL_RESIZE',
    text: on('TERMINAL_RESIZE', '{\\"Width\\":120,\\"Height\\":40}'),
    means: { kind: 'resize', cols: 120, rows: 40 },
  },
  error: { name: "the core's own words", type: 'ERROR', text: on('ERROR', '', 'no'), means: { kind: 'error', detail: 'no' } },
  ping: { name: 'a sign of life', type: 'PING', text: on('PING', ''), means: { kind: 'ping' } },
  pong: { name: 'an answer to one', type: 'PONG', text: on('PONG', ''), means: { kind: 'ignored' } },
  close: {
    name: 'the end and why',
    type: 'CLOSE',
    text: on('CLOSE', '{\\"reason\\":\\"terminated\\",\\"params\\":{\\"by\\":\\"Bob\\"}}'),
    means: { kind: 'close', close: { reason: 'terminated', params: { by: 'Bob' } }, detail: '' },
  },
} as const satisfies Record<string, FrameFixture<object>>;

/** What nobody can read, at either end. */
export const INVALID_FRAMES: readonly string[] = ['', '{', 'null', '[]', '{"type":"NOPE"}', '{"type":"TERMINAL_SESSION","data":"{"}'];
