/** What somebody types to connect: `connect web-01 as root`, `root@web-01`, or a name and nothing more. Pure. */
export interface ConnectCommand {
  asset: string;
  /** As far as it was typed; undefined where none was asked for. */
  account?: string;
  /** It was said to be a connection. */
  sentence: boolean;
}

/** Sentences with a verb; the first that fits counts. Each has `asset`, and `account` where one is named. */
const SENTENCES: readonly RegExp[] = [
  /^(?:connect(?:\s+to)?|ssh)\s+(?<account>[^\s@]+)@(?<asset>\S+)$/i,
  /^connect(?:\s+to)?\s+(?<asset>.+?)(?:\s+as(?:\s+(?<account>\S*))?)?$/i,
  /^(?:以|用|使用)\s*(?<account>\S+?)\s*(?:身份|账号)?\s*连接到?\s*(?<asset>.+)$/,
  /^连接到?\s*(?<asset>.+?)(?:\s*(?:以|使用|用)\s*(?<account>\S*))?$/,
  /^(?<account>\S+?)\s*で\s*(?<asset>.+?)\s*[にへ]\s*接続(?:する)?$/,
  /^(?<asset>.+?)\s*[にへ]\s*(?:(?<account>\S+?)\s*で\s*)?接続(?:する)?$/,
  /^接続\s+(?<asset>.+?)(?:\s+(?<account>\S+?)\s*で)?$/,
];
/** Whether an account was asked for, though none of its letters are there yet. */
const ASKS = /(?:\s+as|以|使用|用)$/i;

/** Reads what was typed; undefined when it names nothing. */
export function readCommand(words: string): ConnectCommand | undefined {
  const typed = words.trim();
  if (typed === '') return undefined;
  for (const sentence of SENTENCES) {
    const found = sentence.exec(typed)?.groups;
    if (!found?.asset) continue;
    const account = found.account ?? (ASKS.test(typed) ? '' : undefined);
    return { asset: found.asset, sentence: true, ...(account === undefined ? {} : { account }) };
  }
  const [, account, asset] = /^([^\s@]+)@([^\s@]+)$/.exec(typed) ?? [];
  return account && asset ? { asset, account, sentence: false } : { asset: typed, sentence: false };
}
