import { CodedError, InvalidInput } from '@postern/contract/errors';
import type { ReachedAsset } from '../permissions/index.ts';
import { protocolFor } from './choose-account.ts';
import type { Order } from './execution.resource.ts';

/** What is sent to a machine: the text that rules about commands judge is the very text that runs there. */

/** One word of a POSIX shell, whatever is in it (POSIX.1-2017 §2.2.2). */
const posix = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`;
/** What the shell that starts PowerShell would read before it: its quotes cannot be escaped, so such a value is refused. */
const BEFORE_POWERSHELL = /["%\r\n]/;
/** One word of PowerShell. @throws CodedError job_value_refused */
function powershell(value: string): string {
  if (BEFORE_POWERSHELL.test(value)) throw new CodedError('job_value_refused', { value: value.slice(0, 64) });
  return `'${value.replaceAll("'", "''")}'`;
}
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

/** The command line for a machine (docs/wire/jobs.md#what-is-sent). @throws CodedError job_value_refused */
export function commandFor({ module, args, chdir }: Pick<Order, 'module' | 'args' | 'chdir'>, variables: Variables): string {
  const text = filled(module, args, variables);
  // A session with a database begins in the one that the asset names; it has no folder.
  if (module === 'sql') return text;
  const folder = chdir === '' ? '' : `cd ${QUOTED[module === 'win_shell' ? 'win_shell' : 'shell'](chdir)}`;
  if (module === 'win_shell') {
    const script = folder === '' ? text : `${folder}; ${text}`;
    return `powershell -NoProfile -NonInteractive -Command "${script.replaceAll('"', '\\"')}"`;
  }
  const line = module === 'python' ? `python3 -c ${posix(text)}` : text;
  return folder === '' ? line : `${folder} && ${module === 'shell' ? `{ ${line}\n}` : line}`;
}

/** PowerShell over SSH takes one line: what follows a line feed would be run by whatever shell is there. @throws InvalidInput under `args` */
export function checkText(module: Order['module'], args: string): void {
  if (args.trim() === '') throw InvalidInput.on('args', 'required');
  if (module === 'win_shell' && /[\r\n]/.test(args.trim())) throw InvalidInput.on('args', 'one_line');
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
