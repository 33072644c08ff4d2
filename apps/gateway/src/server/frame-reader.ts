import {
  type Frame,
  frame,
  maySend,
  type PageRole,
  type ShareRequest,
  sharePeopleQuery,
  shareRemoval,
  shareRequest,
  type TerminalInit,
  terminalAck,
  terminalInit,
  terminalResize,
} from '@postern/contract/frames';
import { jsonOf } from '@postern/contract/wire';

/** What a page may say. Anything malformed, or not for its role to say, is `ignored` and answered with nothing. */
export type ClientMessage =
  | { kind: 'init'; id: string; init: TerminalInit }
  | { kind: 'data'; text: string }
  | { kind: 'resize'; cols: number; rows: number }
  | { kind: 'ack'; received: number }
  | { kind: 'share'; request: ShareRequest }
  | { kind: 'people'; query: string }
  | { kind: 'remove'; session: string; terminalId: string }
  | { kind: 'ping' }
  | { kind: 'close' }
  | { kind: 'ignored' };

const IGNORED: ClientMessage = { kind: 'ignored' };

/** Reads one text frame (docs/wire/components.md#the-terminal-socket). Never throws. */
export function readFrame(text: string, role: PageRole): ClientMessage {
  const parsed = frame.safeParse(jsonOf(text));
  return parsed.success && maySend(role, parsed.data.type) ? meaning(parsed.data) : IGNORED;
}

function meaning(message: Frame): ClientMessage {
  switch (message.type) {
    case 'TERMINAL_DATA':
      return { kind: 'data', text: message.data };
    case 'TERMINAL_INIT': {
      const init = terminalInit.safeParse(jsonOf(message.data));
      return init.success ? { kind: 'init', id: message.id, init: init.data } : IGNORED;
    }
    case 'TERMINAL_RESIZE': {
      const size = terminalResize.safeParse(jsonOf(message.data));
      return size.success ? { kind: 'resize', ...size.data } : IGNORED;
    }
    case 'TERMINAL_SHARE': {
      const request = shareRequest.safeParse(jsonOf(message.data));
      return request.success ? { kind: 'share', request: request.data } : IGNORED;
    }
    case 'TERMINAL_GET_SHARE_USER': {
      const asked = sharePeopleQuery.safeParse(jsonOf(message.data));
      return asked.success ? { kind: 'people', ...asked.data } : IGNORED;
    }
    case 'TERMINAL_SHARE_USER_REMOVE': {
      const removal = shareRemoval.safeParse(jsonOf(message.data));
      if (!removal.success) return IGNORED;
      return { kind: 'remove', session: removal.data.session, terminalId: removal.data.user_meta.terminal_id };
    }
    case 'TERMINAL_ACK': {
      const ack = terminalAck.safeParse(jsonOf(message.data));
      return ack.success ? { kind: 'ack', ...ack.data } : IGNORED;
    }
    case 'PING':
      return { kind: 'ping' };
    case 'CLOSE':
      return { kind: 'close' };
    default:
      return IGNORED;
  }
}
