import type { SettingsReader } from '@postern/contract/settings';
import { CODE_MARK } from '@postern/contract/settings-of-text-messages';
import type { SmsBackend, SmsTools } from '../backend.ts';
import { noticeText } from '../notice-text.ts';
import { openLine } from '../pdu-line.ts';
import { SmsRefusal } from '../refusal.ts';
import { answering, COMMAND, connectBody, fitsInOne, HEADER, packetOf, replyTo, submitBody } from './cmpp2-packet.ts';

/** Bytes of an answer, behind its header, before the status: none of CONNECT, a message id of SUBMIT. */
const STATUS_AT = { [COMMAND.connect]: HEADER, [COMMAND.submit]: HEADER + 8 } as const;
const CODES = { [COMMAND.connect]: 'login_refused', [COMMAND.submit]: 'refused' } as const;

/** @throws SmsRefusal unless the status of an answer is that all is well */
function fine(packet: Buffer, command: typeof COMMAND.connect | typeof COMMAND.submit): void {
  const status = packet[STATUS_AT[command]];
  if (status === undefined) throw new SmsRefusal('unreadable');
  if (status !== 0) throw new SmsRefusal(CODES[command], String(status));
}

/** Sends words to a number by a line of its own. */
async function submitWords(
  settings: SettingsReader,
  tools: SmsTools,
  { phone, words, at }: { phone: string; words: string; at: Date },
  leaving?: () => Promise<void>,
): Promise<void> {
  const account = settings.get('CMPP2_SP_ID');
  const connect = connectBody(account, settings.get('CMPP2_SP_SECRET'), at);
  const service = settings.get('CMPP2_SERVICE_ID');
  const submit = submitBody({ account, service, source: settings.get('CMPP2_SRC_ID'), phone, words });
  const line = await openLine({
    host: settings.get('CMPP2_HOST'),
    port: settings.get('CMPP2_PORT'),
    tools,
    header: HEADER,
    other: replyTo,
  });
  try {
    fine(await line.ask(packetOf(COMMAND.connect, 1, connect), answering(COMMAND.connect, 1)), COMMAND.connect);
    await leaving?.();
    fine(await line.ask(packetOf(COMMAND.submit, 2, submit), answering(COMMAND.submit, 2)), COMMAND.submit);
    // It is taken on; how the line ends changes nothing.
    await line.ask(packetOf(COMMAND.terminate, 3), answering(COMMAND.terminate, 3)).catch(() => undefined);
  } finally {
    line.close();
  }
}

/** Gateways of mobile operators in China: a line for each message. The protocol has no encryption; it belongs on a line of one's own. */
export const cmpp2: SmsBackend = {
  name: 'cmpp2',
  needs: ['CMPP2_HOST', 'CMPP2_SP_ID', 'CMPP2_SP_SECRET', 'CMPP2_SERVICE_ID', 'CMPP2_VERIFY_SIGN_NAME', 'CMPP2_VERIFY_TEMPLATE_CODE'],
  send(settings, tools, { phone, code, at }) {
    const words = settings.get('CMPP2_VERIFY_SIGN_NAME') + settings.get('CMPP2_VERIFY_TEMPLATE_CODE').replaceAll(CODE_MARK, code);
    return submitWords(settings, tools, { phone, words, at });
  },
  notices: () => true,
  notify(settings, tools, { phone, at, ...notice }, leaving) {
    const signature = settings.get('CMPP2_VERIFY_SIGN_NAME');
    const words = signature + noticeText(notice, (text) => fitsInOne(signature + text));
    return submitWords(settings, tools, { phone, words, at }, leaving);
  },
};
