import { CodedError, InvalidInput } from '@postern/contract/errors';
import { render, text } from '@postern/contract/text';
import {
  type Context,
  can,
  type Field,
  FLAG_SCHEMA,
  listSchema,
  manyToMany,
  objectSchema,
  ok,
  type Route,
  type Schema,
  TEXT_SCHEMA,
  text as textField,
} from '@postern/resource';
import { within } from '../../platform/auth/lockout.ts';
import { listOf } from '../../platform/fields.ts';
import { form } from '../../platform/routes/form.ts';
import { ownList } from '../../platform/routes/list.ts';
import { trial } from '../../platform/routes/trial.ts';
import { answerShape, shown, WORDS } from '../../platform/shown.ts';
import { CATEGORIES, isSystemMessage, SYSTEM_MESSAGES, type SystemMessage } from './system-messages.ts';
import { receiversOf, subscribe, subscriptionTo } from './system-subscription.ts';
import { type TryDeps, tryMessage } from './try-message.ts';
import { type Delivery, readWay, type Way, withBox } from './ways.ts';

const PATH = '/api/v1/notifications/system-msg-subscription/';
const TITLE = text('Messages of the system', '系统消息订阅', 'システムの通知');
const BY = text('Sent by', '接收方式', '通知の方法');
const MOST = 1_000;

const CHILD: Schema = objectSchema({
  message_type: TEXT_SCHEMA,
  message_type_label: TEXT_SCHEMA,
  users: listSchema(TEXT_SCHEMA),
  groups: listSchema(TEXT_SCHEMA),
  receive_backends: listSchema(TEXT_SCHEMA),
  receivers: listSchema(
    objectSchema(
      { id: TEXT_SCHEMA, name: TEXT_SCHEMA },
      {
        email: FLAG_SCHEMA,
        wecom: FLAG_SCHEMA,
        dingtalk: FLAG_SCHEMA,
        site_msg: FLAG_SCHEMA,
        feishu: FLAG_SCHEMA,
        slack: FLAG_SCHEMA,
        sms: FLAG_SCHEMA,
      },
    ),
  ),
});

const ALL = {
  who: can('settings.change_systemmsgsubscription'),
  rows: { none: 'messages are sent of the whole installation' },
  rootOrg: true,
} as const;

/** A message with who gets it; of each receiver, whether a chosen way leads to them. */
async function childOf(ctx: Context, deliveries: readonly Delivery[], type: SystemMessage) {
  const subscription = await subscriptionTo(ctx, type);
  const { users, groups, ways } = subscription;
  const receivers = await receiversOf(ctx, subscription);
  const reached = await Promise.all(
    deliveries.filter(({ name }) => ways.includes(name)).map(async ({ name, reaches }) => [name, await reaches(ctx, receivers)] as const),
  );
  return {
    message_type: type,
    message_type_label: render(SYSTEM_MESSAGES[type].label, ctx.language),
    users,
    groups,
    receive_backends: ways,
    receivers: receivers.map(({ id, name, username }) => ({
      id,
      name: `${name}(${username})`,
      ...Object.fromEntries(reached.map(([way, people]) => [way, people.has(id)])),
    })),
  };
}

const TYPES = Object.keys(SYSTEM_MESSAGES) as SystemMessage[];
const CATEGORY_NAMES = Object.keys(CATEGORIES) as (keyof typeof CATEGORIES)[];

const list = (deliveries: readonly Delivery[]): Route =>
  ownList({
    ...ALL,
    path: PATH,
    name: 'notifications.systemsubscription.list',
    whole: true,
    answer: {
      title: TITLE,
      fields: {
        category: shown(text('Category', '类别', '区分')),
        category_label: shown(WORDS.label),
        children: shown(WORDS.message, 'list', { answered: listSchema(CHILD) }),
      },
    },
    items: (ctx) =>
      Promise.all(
        CATEGORY_NAMES.map(async (category) => ({
          category,
          category_label: render(CATEGORIES[category], ctx.language),
          children: await Promise.all(
            TYPES.filter((type) => SYSTEM_MESSAGES[type].category === category).map((type) => childOf(ctx, deliveries, type)),
          ),
        })),
      ),
  });

/** Nothing is linked by these lists: they stand in the row. */
const NO_TABLE = { table: '', mine: '', theirs: '' };
const people = (target: string, label: (typeof WORDS)['user']): Field<string[]> =>
  manyToMany(target, { label, through: NO_TABLE, most: MOST }) as Field<string[]>;

const BODY = {
  users: people('user', WORDS.user),
  groups: people('usergroup', WORDS.group),
  // Left out by whoever changes the people only; a PUT says all of it.
  receive_backends: { ...listOf(BY, readWay, { max: 16, required: true }), options: { label: BY } } as Field<Way[]>,
};

const names = (rows: readonly { name: string }[]): string => rows.map(({ name }) => name).join(', ');

const TYPE = { message_type: textField({ label: WORDS.type, max: 64, required: true }) };

/** @throws CodedError not_found */
function messageNamed(name: string): SystemMessage {
  if (!isSystemMessage(name)) throw new CodedError('not_found');
  return name;
}

const one = (deliveries: readonly Delivery[]): readonly Route[] =>
  form({
    ...ALL,
    path: `${PATH}:message_type/`,
    params: TYPE,
    find: async (_ctx, { params }) => messageNamed(params.message_type),
    write: {
      put: 'notifications.systemsubscription.put',
      patch: 'notifications.systemsubscription.patch',
      body: BODY,
      answer: answerShape(CHILD, 'notifications.systemsubscription'),
      async take(ctx, { found: type, body: { users, groups, receive_backends: ways }, whole }) {
        if (whole && !ways) throw InvalidInput.on('receive_backends', 'required');
        const before = await childOf(ctx, deliveries, type);
        await subscribe(ctx, type, {
          ...(users ? { users } : {}),
          ...(groups ? { groups } : {}),
          ...(ways ? { ways: withBox(ways) } : {}),
        });
        const after = await childOf(ctx, deliveries, type);
        const changes = [
          { field: 'receivers', before: names(before.receivers), after: names(after.receivers) },
          { field: 'receive_backends', before: before.receive_backends.join(', '), after: after.receive_backends.join(', ') },
        ].filter((change) => change.before !== change.after);
        ctx.audit({
          action: 'update',
          resourceType: 'systemmsgsubscription',
          resourceId: type,
          resource: SYSTEM_MESSAGES[type].label[ctx.language],
          changes,
        });
        return after;
      },
    },
  });

/** Examples that one person has sent to themselves, and the minutes. */
const TRIED = { count: 20, minutes: 60 };

const tries = (deps: TryDeps): Route =>
  trial({
    ...ALL,
    path: `${PATH}:message_type/testing/`,
    name: 'notifications.systemsubscription.testing',
    rows: { none: 'an example goes to whoever asks, and to nobody who is subscribed' },
    params: TYPE,
    body: 'none',
    errors: ['too_many_tests'],
    answer: answerShape(listSchema(objectSchema({ name: TEXT_SCHEMA, name_display: TEXT_SCHEMA, sent: FLAG_SCHEMA, reason: TEXT_SCHEMA }))),
    find: async (_ctx, { params }) => messageNamed(params.message_type),
    async attempt(ctx, { found: type }) {
      if (!(await within(ctx.tx, 'message-test', ctx.actor.id, TRIED))) throw new CodedError('too_many_tests');
      const { ways } = await subscriptionTo(ctx, type);
      return ok(await tryMessage(ctx, deps, type, ways));
    },
  });

/** Who gets messages of the system, and by which ways (docs/wire/messages.md#messages-of-the-system). */
export const systemSubscriptionRoutes = (deps: TryDeps): readonly Route[] => [list(deps.deliveries), ...one(deps.deliveries), tries(deps)];

/** What a change of it is called in the log. */
export const SUBSCRIPTION_WORDS = {
  systemmsgsubscription: { label: TITLE, fields: { receivers: text('Receivers', '接收人', '受信者'), receive_backends: BY } },
} as const;
