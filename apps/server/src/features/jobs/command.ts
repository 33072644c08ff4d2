import { CodedError, InvalidInput } from '@postern/contract/errors';
import type { ReachedAsset } from '../permissions/index.ts';
import { protocolFor } from './choose-account.ts';
import type { Order } from './execution.resource.ts';

/** What is sent to a machine: the text that rules about commands judge is the very text that runs there. */

/** One word of a POSIX shell, whatever is in it (POSIX.1-2017 §2.2.2). */
const posix = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`;
/** One word of PowerShell, which takes typographic quotes for quotes, too (about_Quoting_Rules). */
const powershell = (value: string): string => `'${value.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`;
/** Names and comments of assets are not the owner's: a quote or a backslash in one must not become code. */
const python = (value: string): string => JSON.stringify(value);

/** MySQL reads a backslash as the beginning of an escape, PostgreSQL does not: one text cannot be both. @throws CodedError job_value_refused */
function sql(value: string): string {
  if (/[\\\0]/.test(value)) throw new CodedError('job_value_refused', { value: value.slice(0, 64) });
  return `'${value.replaceAll("'", "''")}'`;
}

const QUOTED = { shell: posix, win_shell: powershell, python, sql } as const satisfies Record<Order['module'], (value: string) => string>;

/** `{{ name }}`, with spaces or without. */
const VARIABLE = /\{\{\s*([a-z_][a-z0-9_.]{0,63})\s*\}\}/gi;

export type Variables = Readonly<Record<string, string>>;

/**
 * Puts values in place of `{{ name }}`, each as one word of the language, so that none of them can be more than a value. What is no variable stays.
 */
export const filled = (module: Order['module'], text: string, variables: Variables): string =>
  text.replace(VARIABLE, (written, name: string) => {
    const value = variables[name.toLowerCase()];
    return value === undefined ? written : QUOTED[module](value);
  });

/** The text that a machine runs, readable: what is sent says the same. @throws CodedError job_value_refused */
export function scriptFor({ module, args, chdir }: Pick<Order, 'module' | 'args' | 'chdir'>, variables: Variables): string {
  const text = filled(module, args, variables);
  // A session with a database begins in the one that the asset names; it has no folder.
  if (module === 'sql') return text;
  const folder = chdir === '' ? '' : `cd ${QUOTED[module === 'win_shell' ? 'win_shell' : 'shell'](chdir)}`;
  if (module === 'win_shell') return (folder === '' ? text : `${folder}; ${text}`).trimEnd();
  const line = module === 'python' ? `python3 -c ${posix(text)}` : text;
  return folder === '' ? line : `${folder} && ${module === 'shell' ? `{ ${line}\n}` : line}`;
}

/** The command line for a machine (docs/wire/jobs.md#what-is-sent). @throws CodedError job_value_refused, job_script_too_long */
export function commandFor(order: Pick<Order, 'module' | 'args' | 'chdir'>, variables: Variables): string {
  const script = scriptFor(order, variables);
  if (order.module !== 'win_shell') return script;
  const line = powershellLine(script);
  if (line.length > MOST_IN_CMD) throw new CodedError('job_script_too_long', { max: MOST_ENCODED });
  return line;
}

/** Characters of a command line of cmd.exe, which OpenSSH on Windows begins with (8,191 with its own name before it). */
const MOST_IN_CMD = 8_100;
const START = 'powershell -NoProfile -NonInteractive';
/** Errors and progress would be told as XML to whoever sends what is encoded. */
const ENCODED = `${START} -OutputFormat Text -EncodedCommand `;
/** Characters of a script that certainly fit: each is two bytes, and three bytes are four letters. */
const MOST_ENCODED = Math.floor(((MOST_IN_CMD - ENCODED.length) / 4) * 3 * 0.5) - 1;
/** What every shell of Windows leaves as it is between quotes: cmd.exe, and PowerShell where a login begins with it. */
const PLAIN = /^[\x20-\x7e]*$/;
const READ_BEFORE = /["%!$`]|\\$/;

/**
 * PowerShell with a script. What the shell before it would read (quotes, lines, variables, letters of another code page) goes past it in base64; the rest
 * stays in words, so that lists of commands can be read. Rules about commands read both (docs/command-filters.md).
 */
const powershellLine = (script: string): string =>
  PLAIN.test(script) && !READ_BEFORE.test(script)
    ? `${START} -Command "${script}"`
    : ENCODED + Buffer.from(script, 'utf16le').toString('base64');

/** @throws InvalidInput under `args`, for what is nothing and for what is more than a machine takes before anything is filled in */
export function checkText(module: Order['module'], args: string): void {
  if (args.trim() === '') throw InvalidInput.on('args', 'required');
  if (module === 'win_shell' && powershellLine(args.trimEnd()).length > MOST_IN_CMD)
    throw InvalidInput.on('args', 'max_length', { max: MOST_ENCODED });
}

/** Variables that every machine has, with what they are. */
export const HOST_VARIABLES = [
  'jms_username',
  'jms_asset.id',
  'jms_asset.type',
  'jms_asset.category',
  'jms_asset.name',
  'jms_asset.address',
  'jms_asset.port',
  'jms_job_id',
  'jms_job_name',
] as const;

/** Of those the ones about whoever runs it and where. @param username of whoever runs the job */
export const hostVariables = (username: string, asset: ReachedAsset, order: Pick<Order, 'module' | 'type'>): Variables => ({
  jms_username: username,
  'jms_asset.id': asset.id,
  'jms_asset.name': asset.name,
  'jms_asset.type': asset.type,
  'jms_asset.category': asset.category,
  'jms_asset.address': asset.address,
  'jms_asset.port': String(asset.protocols.find(({ name }) => name === protocolFor(order, asset))?.port ?? ''),
});
