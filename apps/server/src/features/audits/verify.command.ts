import { parseArgs } from 'node:util';
import { type AnchorPoint, verifyChain } from '../../platform/audit/verify.ts';
import { ownsEvidence, unrestrictedWarning } from '../../platform/database/runtime-role.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Anchor, type AnchorKey, knownAnchorKey } from './anchors/anchor.ts';
import { anchorFile, fileTarget, readAnchorFile } from './anchors/file.target.ts';
import { objectStoreOf } from './anchors/object-store.target.ts';
import { anchorsAfter, CHAINS } from './anchors/take.ts';

export const AUDIT_USAGE = `postern audit verify                  check logs against their hash chain, sealed days and anchors
    --anchors FILE                    with further anchors, such as the lines of a syslog; may be repeated`;

/** A place that was read. */
interface Source {
  name: string;
  anchors: readonly Anchor[];
  /** What is wrong with the place itself. */
  problems: readonly string[];
}

type VerifyPlatform = Pick<Platform, 'settings' | 'database' | 'systemSettings' | 'outbound'>;

const numbers = (all: readonly number[]): string => `${all.slice(0, 5).join(', ')}${all.length > 5 ? '…' : ''}`;

/** A file that was given: other lines in it are none of our business. */
async function givenFile(path: string): Promise<Source> {
  const { anchors } = await readAnchorFile(path);
  return { name: `file ${path}`, anchors, problems: anchors.length ? [] : ['holds no anchors'] };
}

/** The file of this machine, which has to hold all that the database says was put there. */
async function ownFile({ database, settings }: VerifyPlatform): Promise<Source> {
  const path = anchorFile(settings.dataDir);
  const { anchors, damaged } = await readAnchorFile(path);
  const problems = damaged.length ? [`lines ${numbers(damaged)} are damaged`] : [];
  const sent = await database.db
    .selectFrom('audit_anchor_targets')
    .select('last_id')
    .where('target', '=', fileTarget(settings.dataDir).name)
    .executeTakeFirst();
  const there = new Set(anchors.map(({ id }) => id));
  const taken = await anchorsAfter({ tx: database.db }, 0, Number.MAX_SAFE_INTEGER);
  const missing = taken.filter(({ id }) => id <= (sent?.last_id ?? 0) && !there.has(id)).map(({ id }) => id);
  if (missing.length) problems.push(`anchors ${numbers(missing)} were written to it and are gone`);
  return { name: `file ${path}`, anchors, problems };
}

async function objectSource(platform: VerifyPlatform, key: AnchorKey | undefined): Promise<Source | undefined> {
  const store = objectStoreOf(platform.systemSettings, platform.outbound, key);
  if (!store) return undefined;
  try {
    return { name: store.name, anchors: await store.list(), problems: [] };
  } catch (error) {
    return { name: store.name, anchors: [], problems: [`could not be read: ${error instanceof Error ? error.message : String(error)}`] };
  }
}

/** Anchors that bear another signature say nothing of this chain, except that somebody put them there. */
function signed(source: Source, key: AnchorKey | undefined): Source {
  const foreign = source.anchors.filter((anchor) => anchor.signature !== '' && !key?.made(anchor));
  if (foreign.length === 0) return source;
  const known = key ? 'bear another signature' : 'cannot be checked: the database has lost the key that signed them';
  return { ...source, problems: [...source.problems, `anchors ${numbers(foreign.map(({ id }) => id))} ${known}`] };
}

const points = ({ name, anchors }: Source): AnchorPoint[] =>
  anchors.map(({ chain, seq, hash, at }) => ({ chain, seq, hash, at, source: name }));

/**
 * `postern audit verify`: walks the chains with everything that is known of them outside the database.
 * @returns 0 when all is whole, 1 when a link or an anchor does not hold, 64 for wrong usage
 */
export async function auditCommand(argv: readonly string[], platform: VerifyPlatform, print: (line: string) => void): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options: { anchors: { type: 'string', multiple: true } } });
  const key = knownAnchorKey(platform.systemSettings);
  const found = [
    await ownFile(platform),
    ...(await Promise.all((values.anchors ?? []).map(givenFile))),
    await objectSource(platform, key),
  ].filter((source) => source !== undefined);
  const sources = found.map((source) => signed(source, key));
  let broken = 0;
  for (const chain of CHAINS) {
    const report = await verifyChain(platform.database.db, chain, sources.flatMap(points));
    const { table, rows, removed, anchors } = report;
    if (report.broken) {
      broken += 1;
      print(`${table}: BROKEN at row ${report.broken.seq} (${report.broken.kind}): ${report.broken.says}`);
    } else print(`${table}: ${rows} rows, whole; ${removed} removed by retention, ${anchors} anchors compared`);
  }
  for (const { name, anchors, problems } of sources) {
    broken += problems.length;
    print(`${name}: ${anchors.length} anchors${problems.map((problem) => `; BROKEN: ${problem}`).join('')}`);
  }
  for (const line of await notes(platform, sources)) print(line);
  return broken > 0 ? 1 : 0;
}

/** What does not break a chain, but says how much its wholeness is worth. */
async function notes({ database }: VerifyPlatform, sources: readonly Source[]): Promise<string[]> {
  const lines: string[] = [];
  if (sources.every(({ anchors }) => anchors.length === 0))
    lines.push('WARNING: there are no anchors: a chain that was rewritten as a whole would not show.');
  const rows = await database.db
    .selectFrom('audit_anchor_targets')
    .select(['target', 'error'])
    .where('error', '<>', '')
    .orderBy('target')
    .execute();
  for (const { target, error } of rows) lines.push(`WARNING: ${target} takes no anchors: ${error}`);
  if (await ownsEvidence(database.pool)) lines.push(`WARNING: ${unrestrictedWarning('it owns the tables, or may do as their owner')}`);
  return lines;
}
