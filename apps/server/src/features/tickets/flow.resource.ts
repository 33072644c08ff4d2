import { ORG } from '@postern/contract/ids';
import { text as words } from '@postern/contract/text';
import {
  and,
  at,
  type Column,
  type Context,
  computed,
  defineResource,
  eb,
  INTEGER_SCHEMA,
  labelled,
  listSchema,
  nestedList,
  objectSchema,
  or,
  rowsOf,
  TEXT_SCHEMA,
  textList,
  uuid,
  type Where,
} from '@postern/resource';
import { ofOrganisation } from '../nodes/index.ts';
import { LEVELS } from './ticket.resource.ts';

/** Who decides a level: those with a role, or people by name. */
export type Strategy = 'super_admin' | 'org_admin' | 'super_org_admin' | 'custom_user';

/** A level of a flow, as it is stored. */
export interface FlowRule {
  strategy: Strategy;
  /** Ids of people, where they are named. */
  assignees: readonly string[];
}

declare module '@postern/resource/database' {
  interface Columns {
    'ticket_flows.type': 'apply_asset';
    'ticket_flows.approval_level': 1 | 2;
    'ticket_flows.rules': readonly FlowRule[];
  }
}

export const STRATEGIES = [
  { value: 'super_admin', label: words('System administrators', '系统管理员', 'システム管理者') },
  { value: 'org_admin', label: words('Administrators of the organisation', '组织管理员', '組織の管理者') },
  {
    value: 'super_org_admin',
    label: words('Administrators of the system and of the organisation', '系统管理员和组织管理员', 'システムと組織の管理者'),
  },
  { value: 'custom_user', label: words('People by name', '指定用户', '指定したユーザー') },
] as const satisfies readonly { value: Strategy; label: object }[];

const MAX_PEOPLE = 50;

/** Who decides what people of an organisation ask for, level by level (docs/wire/tickets.md#flows). */
export const ticketFlow = defineResource({
  name: 'ticketflow',
  app: 'tickets',
  path: 'flows',
  table: 'ticket_flows',
  label: words('Ticket flow', '工单流程', 'チケットフロー'),
  labelPlural: words('Ticket flows', '工单流程', 'チケットフロー'),
  // It belongs to an organisation, or to all that have none of their own.
  scope: 'system',
  // The common one is there from the beginning, and an organisation's own comes about by a change there.
  verbs: ['list', 'retrieve', 'update'],
  base: ['created_by', 'date_created', 'date_updated'],
  title: 'type',
  order: 'type',
  mini: ['id', 'type'],
  fields: {
    type: labelled({
      label: words('Type', '类型', '種類'),
      required: true,
      createOnly: true,
      filter: true,
      noIndex: 'a handful of rows',
      choices: [{ value: 'apply_asset', label: words('Access request', '资产授权申请', 'アクセス申請') }],
    }),
    approval_level: labelled({ label: words('Levels', '审批级别', '承認の段階'), required: true, order: false, choices: LEVELS }),
    rules: nestedList(
      {
        strategy: labelled({ label: words('Decided by', '审批人', '承認者'), required: true, choices: STRATEGIES }),
        assignees: textList({ label: words('People', '用户', 'ユーザー'), max: 36, most: MAX_PEOPLE, default: [] }),
      },
      {
        label: words('Approval', '审批规则', '承認ルール'),
        required: true,
        most: LEVELS.length,
        answered: listSchema(
          objectSchema({
            level: INTEGER_SCHEMA,
            strategy: objectSchema({ value: TEXT_SCHEMA, label: TEXT_SCHEMA }),
            assignees_read_only: listSchema(TEXT_SCHEMA),
            assignees_display: listSchema(TEXT_SCHEMA),
          }),
        ),
      },
    ),
    org_id: uuid({ label: words('Organisation ID', '组织 ID', '組織 ID'), readOnly: true, required: true, order: false }),
    org_name: computed({ label: words('Organisation', '组织', '組織'), type: 'string' }),
  },
  uniqueTogether: [['org_id', 'type']],
});

/** Flows that hold in an organisation: its own, and of those for all, which have the root one's id, the types for which it has none. */
export function holdingIn(orgId: string, t: Column): Where {
  const own = eb
    .selectFrom('ticket_flows as own')
    .select(eb.lit(1).as('one'))
    .where('own.type', '=', t('type'))
    .where(ofOrganisation(orgId, at('own')));
  return or(ofOrganisation(orgId, t), and(ofOrganisation(ORG.ROOT, t), eb.not(eb.exists(own))));
}

/** Whether a flow that was read holds for all organisations that have none of their own. */
export const isCommon = ({ org_id: home }: { org_id: string }): boolean => home === ORG.ROOT;

/** In the root organisation those for all alone: each of the others is looked after where it holds. */
export const flowRows = rowsOf(ticketFlow, ({ org }: Pick<Context, 'org'>, t) => holdingIn(org.isRoot ? ORG.ROOT : org.id, t));
