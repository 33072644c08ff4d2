import { endTold } from '@postern/contract/session-end';
import { type Language, render, text } from '@postern/contract/text';
import type { Ending } from '../transport/connection-parts.ts';

const LOST = text('The connection to the gateway was lost.', '与网关的连接已断开。', 'ゲートウェイとの接続が切れました。');

/** What happened, and the details the gateway gave with it (empty when there are none). */
export interface EndingText {
  sentence: string;
  facts: string;
}

/** Says an ending: one sentence, and the facts that came with it. */
export function endingText(ending: Ending, language: Language): EndingText {
  const { close, detail } = ending;
  if (!close) return detail ? { sentence: detail, facts: '' } : { sentence: render(LOST, language), facts: '' };
  const { reason, params } = close;
  const { sentence, facts } = endTold(reason, params, language);
  const quiet = reason === 'user_closed' || reason === 'target_closed';
  return { sentence, facts: facts || (quiet ? '' : detail) };
}

/** True when the session ended the way sessions end, so the page need not warn. */
export function isQuietEnd(ending: Ending): boolean {
  return ending.close?.reason === 'user_closed' || ending.close?.reason === 'target_closed';
}
