import type { SettingsReader } from '@postern/contract/settings';
import { CODE_MARK } from '@postern/contract/settings-of-text-messages';
import { render, text } from '@postern/contract/text';
import type { SmsBackend, SmsTools, TextMessage } from '../backend.ts';
import { noticeText } from '../notice-text.ts';
import { openLine } from '../pdu-line.ts';
import { SmsRefusal } from '../refusal.ts';
import { answering, bindBody, COMMAND, fitsInOne, HEADER, packetOf, read, replyTo, submitBody } from './smpp-packet.ts';

const WORDS = text(
  'Your verification code is {code}. It works once, within {seconds} seconds. Tell it to nobody.',
  '验证码 {code}，{seconds} 秒内有效，仅可使用一次，请勿告知他人。',
  '認証コード：{code}（{seconds} 秒以内に一度だけ有効）。誰にも教えないでください。',
);

/** The text of a message: that of the settings, or ours in the language of whoever reads it. */
function wordsOf(settings: SettingsReader, { code, seconds, language }: TextMessage): string {
  const template = settings.get('SMPP_VERIFY_TEMPLATE');
  return template ? template.replaceAll(CODE_MARK, code) : render(WORDS, language, { code, seconds });
}

/** Statuses that speak of the account: bind failed, wrong password, wrong system id (SMPP 3.4, command_status). */
const ACCOUNT: ReadonlySet<number> = new Set([0x0d, 0x0e, 0x0f]);

/** @throws SmsRefusal unless the status of an answer is that all is well */
function fine(packet: Buffer): void {
  const { status } = read(packet);
  if (status !== 0) throw new SmsRefusal(ACCOUNT.has(status) ? 'login_refused' : 'refused', `0x${status.toString(16).padStart(8, '0')}`);
}

/** Sends words to a number by a line of its own. */
async function submitWords(
  settings: SettingsReader,
  tools: SmsTools,
  { phone, words }: { phone: string; words: string },
  leaving?: () => Promise<void>,
): Promise<void> {
  const from = { ton: settings.get('SMPP_SOURCE_TON'), npi: settings.get('SMPP_SOURCE_NPI'), address: settings.get('SMPP_SOURCE_ADDR') };
  const to = { ton: settings.get('SMPP_DEST_TON'), npi: settings.get('SMPP_DEST_NPI'), address: phone };
  const submit = submitBody(from, to, words);
  const line = await openLine({
    host: settings.get('SMPP_HOST'),
    port: settings.get('SMPP_PORT'),
    tools,
    header: HEADER,
    other: replyTo,
    ...(settings.get('SMPP_USE_TLS') ? { tls: { ca: settings.get('SMPP_CA') } } : {}),
  });
  try {
    const ask = async (command: number, sequence: number, body?: Buffer): Promise<void> =>
      fine(await line.ask(packetOf(command, sequence, body), answering(command, sequence)));
    const { bindTransmitter, unbind, submit: submission } = COMMAND;
    await ask(
      bindTransmitter,
      1,
      bindBody(settings.get('SMPP_SYSTEM_ID'), settings.get('SMPP_PASSWORD'), settings.get('SMPP_SYSTEM_TYPE')),
    );
    await leaving?.();
    await ask(submission, 2, submit);
    // It is taken on; how the line ends changes nothing.
    await ask(unbind, 3).catch(() => undefined);
  } finally {
    line.close();
  }
}

/** Any message centre that speaks SMPP 3.4: a line for each message, bound as transmitter. */
export const smpp: SmsBackend = {
  name: 'smpp',
  needs: ['SMPP_HOST', 'SMPP_SYSTEM_ID'],
  send: (settings, tools, message) => submitWords(settings, tools, { phone: message.phone, words: wordsOf(settings, message) }),
  notices: () => true,
  notify: (settings, tools, notice, leaving) =>
    submitWords(settings, tools, { phone: notice.phone, words: noticeText(notice, fitsInOne) }, leaving),
};
