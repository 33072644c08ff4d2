import type { SettingsReader } from '@postern/contract/settings';
import { isMailAddress } from '@postern/contract/settings';
import { type Text, text } from '@postern/contract/text';
import { type Context, Problem } from '@postern/resource';
import { isMailConfigured } from '../../platform/mail/deliver.ts';

/** All ways to deliver a message, in the order of docs/wire/messages.md#ways-to-deliver. */
const NAMES = ['email', 'wecom', 'dingtalk', 'site_msg', 'feishu', 'slack', 'sms'] as const;
export type Way = (typeof NAMES)[number];

interface Reader {
  id: string;
  email: string;
}

/** A way to deliver a message. The box inside the product is one, and never left out. */
export interface Delivery {
  name: Way;
  label(): Text;
  /** Whether it delivers in this installation. */
  works(): boolean;
  /** Of some people, those whom it leads to, and what the outbox is told of each. One question at most. */
  reaches(ctx: Context, people: readonly Reader[]): Promise<ReadonlyMap<string, string>>;
  /** Its characters are counted: a link says nothing of its reader there. */
  short?: true;
}

const everybody = (people: readonly Reader[]): ReadonlyMap<string, string> => new Map(people.map(({ id }) => [id, id]));

/** All ways of this installation. @param others those that are not of this house: chat services, text messages */
export function createDeliveries(settings: SettingsReader, others: readonly Delivery[]): readonly Delivery[] {
  const known: Readonly<Partial<Record<Way, Delivery>>> = {
    email: {
      name: 'email',
      label: () => text('Email', '邮件', 'メール'),
      works: () => isMailConfigured(settings),
      reaches: async (_ctx, people) => new Map(people.filter(({ email }) => isMailAddress(email)).map(({ id, email }) => [id, email])),
    },
    site_msg: {
      name: 'site_msg',
      label: () => text('Site message', '站内信', 'サイト内メッセージ'),
      works: () => true,
      reaches: async (_ctx, people) => everybody(people),
    },
    ...Object.fromEntries(others.map((one) => [one.name, one])),
  };
  return NAMES.flatMap((name) => known[name] ?? []);
}

const isWay = (name: unknown): name is Way => NAMES.some((way) => way === name);

/** A way by its name. One that does not work at the moment may be kept: it is passed over until it does. @throws Problem invalid_choice */
export function readWay(name: unknown): Way {
  if (!isWay(name)) throw new Problem('invalid_choice', { value: String(name).slice(0, 64) });
  return name;
}

/** Ways as they are told: the box first of all, then what was chosen. */
export const withBox = (chosen: readonly string[] = []): Way[] => [...new Set<Way>(['site_msg', ...chosen.filter(isWay)])];
