import type { SettingsReader } from '@postern/contract/settings';
import type { SmsBackend, SmsTools, TextMessage, TextNotice } from './backend.ts';
import { BACKENDS } from './backends.ts';
import { SmsRefusal } from './refusal.ts';

/** The chosen backend, once all it needs is set. */
export function chosenBackend(settings: SettingsReader): SmsBackend | undefined {
  const backend = BACKENDS.find(({ name }) => name === settings.get('SMS_BACKEND'));
  return backend && isSetUp(backend, settings) ? backend : undefined;
}

/** The chosen backend where text messages are on and notices go by it. */
export function noticeBackend(settings: SettingsReader): SmsBackend | undefined {
  const backend = settings.get('SMS_ENABLED') ? chosenBackend(settings) : undefined;
  return backend?.notices(settings) ? backend : undefined;
}

export const isSetUp = ({ needs }: SmsBackend, settings: SettingsReader): boolean => needs.every((key) => settings.get(key) !== '');

/** Messages that one process has under way at a time: a backend that hangs must not hold more requests than that. */
const MAX_UNDER_WAY = 32;
let underWay = 0;

async function counted(send: () => Promise<void>): Promise<void> {
  if (underWay >= MAX_UNDER_WAY) throw new SmsRefusal('busy');
  underWay += 1;
  try {
    await send();
  } finally {
    underWay -= 1;
  }
}

/** Hands one message to a backend. @throws SmsRefusal */
export async function deliver(backend: SmsBackend, settings: SettingsReader, tools: SmsTools, message: TextMessage): Promise<void> {
  if (!isSetUp(backend, settings)) throw new SmsRefusal('not_set_up');
  await counted(() => backend.send(settings, tools, message));
}

/** Hands one notice to a backend that takes them. @throws SmsRefusal */
export const deliverNotice = (
  backend: SmsBackend,
  settings: SettingsReader,
  tools: SmsTools,
  notice: TextNotice,
  leaving: () => Promise<void>,
): Promise<void> => counted(() => backend.notify(settings, tools, notice, leaving));
