import { render, text } from '@postern/contract/text';
import { isRecord } from '@postern/contract/wire';
import {
  type Field,
  listSchema,
  objectSchema,
  Problem,
  type Route,
  type Schema,
  type Shape,
  TEXT_SCHEMA,
  text as textField,
} from '@postern/resource';
import { listOf } from '../../platform/fields.ts';
import { form } from '../../platform/routes/form.ts';
import { shown } from '../../platform/shown.ts';
import { release } from './digest.ts';
import { EVERY, type Every, KIND_NAMES, WAITING_KINDS, type WaitingKind } from './message-kinds.ts';
import { keepTiming, ownTiming, type Timing } from './timing.ts';
import { readWay, type Way } from './ways.ts';

const LABELS = {
  title: text('When messages come', '消息接收时间', 'メッセージの時間'),
  waiting: text('Messages that wait', '延后接收的消息', 'まとめて届くメッセージ'),
  daily: text('Time of day', '每日时间', '毎日の時刻'),
  zone: text('Time zone', '时区', 'タイムゾーン'),
  kinds: text('Kinds of messages', '消息类型', 'メッセージの種類'),
} as const;

interface Choice {
  kind: WaitingKind;
  way: Way;
  every: Every;
}
const CHOICE: Schema = objectSchema({ kind: TEXT_SCHEMA, way: TEXT_SCHEMA, every: TEXT_SCHEMA });

const oneOf = <T extends string>(given: unknown, names: readonly T[]): T => {
  const found = names.find((name) => name === given);
  if (!found) throw new Problem('invalid_choice', { value: String(given).slice(0, 64) });
  return found;
};

/** The box holds nothing back: it is where everything is at once. @throws Problem invalid_choice */
function readChoice(entry: unknown): Choice {
  if (!isRecord(entry)) throw new Problem('not_an_object');
  const way = readWay(entry.way);
  if (way === 'site_msg') throw new Problem('invalid_choice', { value: way });
  return { kind: oneOf(entry.kind, KIND_NAMES), way, every: oneOf(entry.every, EVERY) };
}

const kindsOf = (choices: readonly Choice[]): Timing['kinds'] => {
  const kinds: Partial<Record<WaitingKind, Partial<Record<Way, Every>>>> = {};
  for (const { kind, way, every } of choices) kinds[kind] = { ...kinds[kind], [way]: every };
  return kinds;
};

const wire = ({ kinds, daily_at, zone }: Timing, language: 'en' | 'zh' | 'ja') => ({
  waiting: KIND_NAMES.flatMap((kind) => Object.entries(kinds[kind] ?? {}).map(([way, every]) => ({ kind, way, every }))),
  daily_at,
  zone,
  kinds: KIND_NAMES.map((name) => ({ name, label: render(WAITING_KINDS[name], language) })),
});

/** A time of day. @throws Problem invalid_time_of_day */
function timeOfDay(): Field<string> {
  const { kind, options } = textField({ label: LABELS.daily, max: 5 });
  const parse = (given: unknown): string => {
    if (typeof given !== 'string' || !/^([01]\d|2[0-3]):[0-5]\d$/.test(given)) throw new Problem('invalid_time_of_day');
    return given;
  };
  return { options, kind: { ...kind, parse } };
}

/** A zone that this server knows. @throws Problem invalid_choice */
function zone(): Field<string> {
  const { kind, options } = textField({ label: LABELS.zone, max: 64 });
  const parse = (given: unknown): string => {
    try {
      if (typeof given === 'string' && given.length <= 64)
        return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone;
    } catch {
      // Said below.
    }
    throw new Problem('invalid_choice', { value: String(given).slice(0, 64) });
  };
  return { options, kind: { ...kind, parse } };
}

const shape: Shape = {
  title: LABELS.title,
  fields: {
    waiting: shown(LABELS.waiting, 'list', { answered: listSchema(CHOICE) }),
    daily_at: shown(LABELS.daily),
    zone: shown(LABELS.zone),
    kinds: shown(LABELS.kinds, 'list', { answered: listSchema(objectSchema({ name: TEXT_SCHEMA, label: TEXT_SCHEMA })) }),
  },
};

const MOST = 64;

/** When the acting person wants which messages (docs/wire/messages.md#messages-that-wait). */
export const timingRoutes: readonly Route[] = form({
  path: '/api/v1/notifications/message-timing/',
  who: { allow: 'user' },
  rows: { own: 'when they want their messages' },
  read: { name: 'notifications.messagetiming.retrieve', answer: shape, show: async (ctx) => wire(await ownTiming(ctx), ctx.language) },
  write: {
    patch: 'notifications.messagetiming.patch',
    body: {
      // Left out by whoever changes the time alone.
      waiting: { ...listOf(LABELS.waiting, readChoice, { max: MOST, entry: CHOICE }), options: { label: LABELS.waiting } } as Field<
        Choice[]
      >,
      daily_at: timeOfDay(),
      zone: zone(),
    },
    answer: shape,
    async take(ctx, { body }) {
      const { waiting, daily_at, zone: at } = body;
      const timing = await keepTiming(ctx, {
        ...(waiting ? { kinds: kindsOf(waiting) } : {}),
        ...(daily_at ? { daily_at } : {}),
        ...(at ? { zone: at } : {}),
      });
      await release(ctx, ctx.actor.id);
      return wire(timing, ctx.language);
    },
  },
});
