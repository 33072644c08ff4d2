import type { SettingsReader } from '@postern/contract/settings';
import type { SmsBackend, SmsTools, TextMessage } from './backend.ts';
import { BACKENDS } from './backends.ts';
import { SmsRefusal } from './refusal.ts';

/** The chosen backend, once all it needs is set. */
export function chosenBackend(settings: SettingsReader): SmsBackend | undefined {
  const backend = BACKENDS.find(({ name }) => name === settings.get('SMS_BACKEND'));
  return backend && isSetUp(backend, settings) ? backend : undefined;
}

export const isSetUp = ({ needs }: SmsBackend, settings: SettingsReader): boolean => needs.every((key) => settings.get(key) !== '');

/** Messages that one process has under way at a time: a backend that hangs must not hold more requests than that. */
const MAX_UNDER_WAY = 32;
let underWay = 0;

/** Hands one message to a backend. @throws SmsRefusal */
export async function deliver(backend: SmsBackend, settings: SettingsReader, tools: SmsTools, message: TextMessage): Promise<void> {
  if (!isSetUp(backend, settings)) throw new SmsRefusal('not_set_up');
  if (underWay >= MAX_UNDER_WAY) throw new SmsRefusal('busy');
  underWay += 1;
  try {
    await backend.send(settings, tools, message);
  } finally {
    underWay -= 1;
  }
}
