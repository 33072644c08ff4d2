import { randomUUID } from 'node:crypto';

/**
 * The five messages of a remote shell ([MS-WSMV] 3.1.4, DMTF DSP0226): create, command, send, receive, delete. They are printed
 * whole here; of the answers only a handful of plain values is read, and each by its shape, so that no XML of a machine is
 * ever interpreted.
 */

const SHELL = 'http://schemas.microsoft.com/wbem/wsman/1/windows/shell';
const TRANSFER = 'http://schemas.xmlsoap.org/ws/2004/09/transfer';
const MAX_ENVELOPE = 153_600;
/** Seconds that the machine may think about an answer before it says that there is none yet. */
const OPERATION_SECONDS = 20;

const escaped = (text: string): string => text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);

interface Message {
  url: string;
  action: string;
  body: string;
  shell?: string;
  options?: Readonly<Record<string, string>>;
}

function envelope({ url, action, body, shell, options = {} }: Message): string {
  const set = Object.entries(options)
    .map(([name, value]) => `<w:Option Name="${name}">${value}</w:Option>`)
    .join('');
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing"',
    ` xmlns:w="http://schemas.dmtf.org/wbem/wsman/1/wsman.xsd" xmlns:rsp="${SHELL}"><s:Header>`,
    `<a:To>${escaped(url)}</a:To><a:ReplyTo><a:Address s:mustUnderstand="true">`,
    'http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous</a:Address></a:ReplyTo>',
    `<a:Action s:mustUnderstand="true">${action}</a:Action><a:MessageID>uuid:${randomUUID()}</a:MessageID>`,
    `<w:MaxEnvelopeSize s:mustUnderstand="true">${MAX_ENVELOPE}</w:MaxEnvelopeSize><w:OperationTimeout>PT${OPERATION_SECONDS}S</w:OperationTimeout>`,
    `<w:ResourceURI s:mustUnderstand="true">${SHELL}/cmd</w:ResourceURI>`,
    shell ? `<w:SelectorSet><w:Selector Name="ShellId">${shell}</w:Selector></w:SelectorSet>` : '',
    set === '' ? '' : `<w:OptionSet>${set}</w:OptionSet>`,
    `</s:Header><s:Body>${body}</s:Body></s:Envelope>`,
  ].join('');
}

const STREAMS = '<rsp:InputStreams>stdin</rsp:InputStreams><rsp:OutputStreams>stdout stderr</rsp:OutputStreams>';

export const createShell = (url: string): string =>
  envelope({
    url,
    action: `${TRANSFER}/Create`,
    body: `<rsp:Shell>${STREAMS}</rsp:Shell>`,
    options: { WINRS_NOPROFILE: 'TRUE', WINRS_CODEPAGE: '65001' },
  });

/** @param command program and its arguments, one of our constants */
export const startCommand = (url: string, shell: string, command: string): string =>
  envelope({
    url,
    shell,
    action: `${SHELL}/Command`,
    body: `<rsp:CommandLine><rsp:Command>${escaped(command)}</rsp:Command></rsp:CommandLine>`,
    options: { WINRS_CONSOLEMODE_STDIN: 'FALSE', WINRS_SKIP_CMD_SHELL: 'FALSE' },
  });

/** All of standard input, and its end. */
export const sendInput = (url: string, shell: string, command: string, input: string): string =>
  envelope({
    url,
    shell,
    action: `${SHELL}/Send`,
    body: `<rsp:Send><rsp:Stream Name="stdin" CommandId="${command}" End="true">${Buffer.from(input).toString('base64')}</rsp:Stream></rsp:Send>`,
  });

export const receiveOutput = (url: string, shell: string, command: string): string =>
  envelope({
    url,
    shell,
    action: `${SHELL}/Receive`,
    body: `<rsp:Receive><rsp:DesiredStream CommandId="${command}">stdout stderr</rsp:DesiredStream></rsp:Receive>`,
  });

export const deleteShell = (url: string, shell: string): string => envelope({ url, shell, action: `${TRANSFER}/Delete`, body: '' });

/** Identifiers go back to the machine inside our messages: nothing but an identifier is taken for one. */
const ID = '[0-9A-Fa-f-]{8,64}';
const SHELL_ID = new RegExp(`<(?:\\w+:)?Selector\\s[^<>]*Name="ShellId"[^<>]*>\\s*(${ID})\\s*<|<(?:\\w+:)?ShellId>\\s*(${ID})\\s*<`);
const COMMAND_ID = new RegExp(`<(?:\\w+:)?CommandId>\\s*(${ID})\\s*<`);

export const shellIdIn = (answer: string): string | undefined => {
  const hit = SHELL_ID.exec(answer);
  return hit?.[1] ?? hit?.[2];
};
export const commandIdIn = (answer: string): string | undefined => COMMAND_ID.exec(answer)?.[1];

/** Code of a refusal by the service; undefined when the answer is none. `2150858793`: nothing to say yet. */
export function faultIn(answer: string): string | undefined {
  if (!/<(?:\w+:)?Fault[\s>]/.test(answer)) return undefined;
  return (
    /<(?:\w+:)?WSManFault\s[^<>]*Code="(\d{1,12})"/.exec(answer)?.[1] ?? /<(?:\w+:)?Value>\s*\w+:(\w{1,64})\s*</.exec(answer)?.[1] ?? '-'
  );
}
export const NOTHING_YET = ['2150858793', 'TimedOut'];

export interface ShellOutput {
  output: Buffer;
  error: Buffer;
  /** Exit code, when the command is done. */
  code?: number;
}

const STREAM = /<(?:\w+:)?Stream\s([^<>]*)>([A-Za-z0-9+/=\s]*)<\/(?:\w+:)?Stream>/g;

export function outputIn(answer: string): ShellOutput {
  const of = (name: string): Buffer =>
    Buffer.concat(
      [...answer.matchAll(STREAM)]
        .filter(([, attributes = '']) => attributes.includes(`Name="${name}"`) && !attributes.endsWith('/'))
        .map(([, , data = '']) => Buffer.from(data, 'base64')),
    );
  const done = /<(?:\w+:)?CommandState\s[^<>]*State="[^"]*\/CommandState\/Done"/.test(answer);
  const code = /<(?:\w+:)?ExitCode>\s*(-?\d{1,10})\s*</.exec(answer)?.[1];
  return { output: of('stdout'), error: of('stderr'), ...(done && code !== undefined ? { code: Number(code) } : {}) };
}
