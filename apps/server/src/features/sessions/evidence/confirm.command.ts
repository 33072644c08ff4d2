import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import type { ChainLine } from '@postern/contract/evidence';
import type { Database, RowOf } from '@postern/resource';
import { keptDigestChain } from '../../../platform/audit/kept-digests.ts';
import { verifyChain } from '../../../platform/audit/verify.ts';
import { ArchiveError, bytesOf, readArchive } from './archive.ts';
import { brokenSegment, MAX_CHAIN, parseChain } from './chain.ts';
import { digestOf } from './digested.ts';
import { PART, RECORDINGS } from './parts.ts';

/** Rows told of one file at most: the same file may have been moved many times. */
const MAX_TOLD = 100;

/** What somebody kept. */
interface Kept {
  data(): AsyncIterable<Buffer>;
  chain: readonly ChainLine[] | undefined;
}

async function chainOf(path: string): Promise<ChainLine[] | undefined> {
  return (await stat(path)).size > MAX_CHAIN ? undefined : parseChain(await readFile(path, 'utf8'));
}

/** The recording in a bundle with its chain, or the file as it is. */
async function keptOf(path: string): Promise<Kept> {
  const file = await open(path, 'r');
  try {
    const entries = await readArchive(file);
    const find = (names: readonly string[]) => entries.find(({ name }) => names.includes(name.slice(name.indexOf('/') + 1)));
    const recording = find(RECORDINGS);
    const chain = find([PART.chain]);
    if (!recording) return { data: () => createReadStream(path) as AsyncIterable<Buffer>, chain: undefined };
    const lines = chain && chain.size <= MAX_CHAIN ? (await buffer(Readable.from(bytesOf(path, chain)))).toString() : undefined;
    return { data: () => bytesOf(path, recording), chain: parseChain(lines) };
  } catch (error) {
    if (error instanceof ArchiveError) return { data: () => createReadStream(path) as AsyncIterable<Buffer>, chain: undefined };
    throw error;
  } finally {
    await file.close();
  }
}

type Row = RowOf<{ table: 'kept_digests' }>;

const moment = (date: Date | null): string => date?.toISOString() ?? '?';
/** What components sent is shown without anything that a terminal obeys. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '?');

const told = ({ seq, kind, id, user, account, asset, protocol, date_start, date_end, name, datetime }: Row): string =>
  plain(
    `no. ${seq}: ${kind === 'file' ? `file ${name}, transfer` : 'recording of session'} ${id}, ${user} as ${account} on ${asset}${protocol && ` by ${protocol}`}, ${moment(date_start)} to ${moment(date_end)}, removed ${moment(datetime)}`,
  );

/**
 * `postern evidence confirm`: says whether a file is one that retention has removed, byte for byte, or by the links of the recording's own chain.
 * @returns 0 when it is one of them, 1 when it is none or the digests themselves do not hold, undefined for wrong usage
 */
export async function evidenceConfirmCommand(argv: readonly string[], db: Database, print: (line: string) => void) {
  const { positionals, values } = parseArgs({ args: [...argv], allowPositionals: true, options: { chain: { type: 'string' } } });
  const [path] = positionals;
  if (!path || positionals.length > 1) return undefined;
  const given = values.chain === undefined ? undefined : await chainOf(values.chain);
  if (values.chain !== undefined && !given) {
    print('BROKEN: --chain is no chain of a recording');
    return 1;
  }
  const { broken, rows } = await verifyChain(db, keptDigestChain);
  print(broken ? `kept digests: BROKEN at row ${broken.seq} (${broken.kind}): ${broken.says}` : `kept digests: ${rows} rows, whole`);
  if (broken) return 1;

  const kept = await keptOf(path);
  const { bytes, sha256 } = await digestOf(kept.data());
  print(`file: ${bytes} bytes, SHA-256 ${sha256}`);
  const known = db.selectFrom('kept_digests').selectAll().orderBy('seq').limit(MAX_TOLD);
  const same = await known.where('sha256', '=', sha256).execute();
  for (const row of same) print(`CONFIRMED, byte for byte: ${told(row)}`);
  if (same.length > 0) return 0;

  const chain = given ?? kept.chain;
  const end = chain?.at(-1)?.sha256;
  const linked = end === undefined ? [] : await known.where('chain_end', '=', end).execute();
  if (chain && linked.length > 0 && (await brokenSegment(Readable.from(kept.data()), chain)) === undefined) {
    for (const row of linked) print(`CONFIRMED by its chain of ${chain.length} segments, packed anew: ${told(row)}`);
    return 0;
  }
  const here = await db.selectFrom('sessions').select('id').where('replay_sha256', '=', sha256).limit(1).executeTakeFirst();
  print(
    here
      ? `NOT CONFIRMED here: it is the recording of session ${here.id}, which is still kept; fetch its bundle and verify that.`
      : 'NOT CONFIRMED: no removed file has this digest.',
  );
  return 1;
}
