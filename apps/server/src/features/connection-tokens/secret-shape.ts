import { MARK_COLOURS } from '@postern/contract/machine-marks';
import {
  FLAG_SCHEMA as FLAG,
  INTEGER_SCHEMA as INTEGER,
  listSchema as list,
  objectSchema as object,
  type Schema,
  TEXT_SCHEMA as TEXT,
} from '@postern/resource';
import { answerShape, labelledAs, orNull } from '../../platform/shown.ts';

/** What an exchange of a token answers (`ConnectionSecret` of the contract), for the description of the API. */

const NAMED = object({ id: TEXT, name: TEXT });
const CHOICE = labelledAs();
const FREE: Schema = { type: 'object' };
/** With optional parts, as gateways and remote applications have it, too. */
const LOGIN = { name: TEXT, username: TEXT, secret_type: CHOICE, secret: TEXT };
export const ACCOUNT = object({ ...LOGIN, su_from: orNull(object(LOGIN)) }, { id: TEXT, privileged: FLAG });
const PROTOCOLS: Schema = list({ ...object({ name: TEXT, port: INTEGER }), additionalProperties: true });
const HOST_KEYS = list(object({ type: TEXT, fingerprint: TEXT }));
export const GATEWAY = object({ id: TEXT, name: TEXT, address: TEXT, protocols: PROTOCOLS, account: ACCOUNT, host_keys: HOST_KEYS });
const ASSET = { id: TEXT, name: TEXT, address: TEXT, protocols: PROTOCOLS, category: TEXT, type: TEXT, org_id: TEXT };
export const TARGET = object({ ...ASSET, info: FREE, secret_info: FREE, spec_info: FREE });

export const FILTERS = list(
  object({
    id: TEXT,
    name: TEXT,
    command_groups: list(object({ id: TEXT, name: TEXT, type: TEXT, content: TEXT, ignore_case: FLAG, pattern: TEXT })),
    action: { enum: ['accept', 'reject', 'review', 'warning'] },
    reviewers: list(NAMED),
    priority: INTEGER,
    is_active: FLAG,
  }),
);

export const secretShape = answerShape(
  object({
    id: TEXT,
    value: TEXT,
    protocol: TEXT,
    user: object({ id: TEXT, name: TEXT, username: TEXT, email: TEXT }),
    asset: TARGET,
    account: ACCOUNT,
    platform: object({
      id: INTEGER,
      name: TEXT,
      category: CHOICE,
      type: CHOICE,
      charset: CHOICE,
      protocols: list(
        object(
          {
            id: INTEGER,
            name: TEXT,
            port: INTEGER,
            primary: FLAG,
            default: FLAG,
            required: FLAG,
            public: FLAG,
            secret_types: list(TEXT),
            setting: FREE,
          },
          { port_from_addr: FLAG },
        ),
      ),
      su_enabled: FLAG,
      su_method: orNull(CHOICE),
      domain_enabled: FLAG,
    }),
    command_filter_acls: FILTERS,
    domain: orNull(NAMED),
    gateway: orNull(GATEWAY),
    more_gateways: list(GATEWAY),
    actions: list(CHOICE),
    expire_at: INTEGER,
    from_ticket: orNull(object({ id: TEXT })),
    connect_method: object({ label: TEXT, value: TEXT, type: TEXT, component: TEXT }),
    connect_options: FREE,
    org_id: TEXT,
    org_name: TEXT,
    recording: { enum: ['strict', 'best_effort'] },
    forward_to: list(TEXT),
    account_alias: TEXT,
    mark: orNull(object({ color: { enum: [...MARK_COLOURS] }, text: TEXT, warning: TEXT })),
    host_keys: HOST_KEYS,
  }),
  'connection.secret',
);
