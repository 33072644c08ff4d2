import type { SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import { Problem } from '@postern/resource';
import { isMailConfigured } from '../../platform/mail/deliver.ts';

/** A way to deliver a message, in the order of docs/wire/messages.md#ways-to-deliver. The box inside the product is never left out. */
const WAYS = [
  { name: 'email', label: text('Email', '邮件', 'メール'), works: isMailConfigured },
  { name: 'site_msg', label: text('Site message', '站内信', 'サイト内メッセージ'), works: () => true },
] as const;

export type Way = (typeof WAYS)[number]['name'];

const isWay = (name: unknown): name is Way => WAYS.some((way) => way.name === name);

/** Ways that deliver in this installation; one that cannot is not offered. */
export const workingWays = (settings: SettingsReader) => WAYS.filter((way) => way.works(settings));

/** A way by its name. One that does not work at the moment may be kept: it is passed over until it does. @throws Problem invalid_choice */
export function readWay(name: unknown): Way {
  if (!isWay(name)) throw new Problem('invalid_choice', { value: String(name).slice(0, 64) });
  return name;
}

/** Ways as they are told: the box first of all, then what was chosen. */
export const withBox = (chosen: readonly string[] = []): Way[] => [...new Set<Way>(['site_msg', ...chosen.filter(isWay)])];
