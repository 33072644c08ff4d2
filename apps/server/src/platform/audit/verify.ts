import type { AnyDatabase, Database, RowOf } from '@postern/resource';
import { CHAIN_START, type ChainDefinition, rowHash } from './chain.ts';

/** Rows read at a time. */
const BATCH = 1_000;
const DAY_MS = 86_400_000;

/**
 * What became of the first link that does not hold:
 * altered: the row's content is not what its hash covers; unlinked: the row is whole, but is not the one that followed its neighbour;
 * removed: a row in between is gone; truncated: the last rows are gone; inserted: rows stand behind the head; rewritten: the row
 * is not the one that an anchor or a sealed day knows; segment: the digests of removed days do not fit; head: the remembered head
 * is not the last row.
 */
export type BreakKind = 'altered' | 'unlinked' | 'removed' | 'truncated' | 'inserted' | 'rewritten' | 'segment' | 'head';

export interface BrokenLink {
  kind: BreakKind;
  /** Number of the row, or of the first of the missing ones. */
  seq: number;
  /** One sentence for the operator, with the hashes that differ. */
  says: string;
}

export interface ChainReport {
  table: string;
  /** Rows read. */
  rows: number;
  /** Rows that retention removed; their digests were checked. */
  removed: number;
  /** Anchors that were compared with a row or a digest. */
  anchors: number;
  /** The first link that does not hold; undefined when the chain is whole. */
  broken?: BrokenLink;
}

/** The head of a chain at some time, as a place outside the database knows it. */
export interface AnchorPoint {
  chain: string;
  seq: number;
  hash: string;
  at: Date;
  /** Where it was read, for the report. */
  source: string;
}

type Segment = Pick<RowOf<{ table: 'audit_segments' }>, 'first_seq' | 'last_seq' | 'prev_hash' | 'hash' | 'date_removed'>;

const short = (hash: unknown): string => String(hash).slice(0, 16);

/** One table while it is walked. */
interface Walk {
  chain: ChainDefinition;
  head: { seq: number; hash: string };
  segments: readonly Segment[];
  /** In order of rows. */
  anchors: readonly AnchorPoint[];
  /** The anchors of a row, and the digest of the sealed day that ends with it. */
  points: ReadonlyMap<number, readonly AnchorPoint[]>;
  digests: ReadonlyMap<number, string>;
  /** Where the walk is. */
  seq: number;
  hash: string;
  /** The last row that an anchor has confirmed. */
  good: number;
  report: ChainReport;
}

/** The digests: without gaps from the first row on, removed ones first, none removed before its time. */
function walkSegments(walk: Walk, floorDays: number): BrokenLink | undefined {
  let kept = false;
  let [seq, hash] = [0, CHAIN_START];
  for (const segment of walk.segments) {
    const { first_seq: first, last_seq: last } = segment;
    if (first !== seq + 1 || last < first || segment.prev_hash !== hash)
      return { kind: 'segment', seq: seq + 1, says: `the digest of rows ${first} to ${last} does not follow row ${seq} (${short(hash)})` };
    if (segment.date_removed) {
      if (kept) return { kind: 'segment', seq: first, says: `rows ${first} to ${last} were removed before older ones` };
      const early = removedEarly(walk, segment, segment.date_removed, floorDays);
      if (early) return early;
      walk.seq = last;
      walk.hash = segment.hash;
      walk.report.removed = last;
    } else kept = true;
    [seq, hash] = [last, segment.hash];
  }
  return undefined;
}

/** An anchor below a row proves that the row is younger than the anchor: it cannot have been removed for its age soon after. */
function removedEarly({ anchors }: Walk, { first_seq, last_seq }: Segment, removed: Date, floorDays: number): BrokenLink | undefined {
  const proof = anchors.find((anchor) => anchor.seq < last_seq && removed.getTime() - anchor.at.getTime() < floorDays * DAY_MS - DAY_MS);
  return (
    proof && {
      kind: 'segment',
      seq: first_seq,
      says: `rows ${first_seq} to ${last_seq} were removed before ${floorDays} days: ${proof.source} of ${proof.at.toISOString()} ends at row ${proof.seq}`,
    }
  );
}

function checkRow(walk: Walk, row: Readonly<Record<string, unknown>>): BrokenLink | undefined {
  const { chain, head, hash } = walk;
  const expected = walk.seq + 1;
  const seq = Number(row.seq);
  if (seq > head.seq) return { kind: 'inserted', seq, says: `row ${seq} stands behind the head of the chain, which is at ${head.seq}` };
  if (seq !== expected) {
    const missing = seq - 1 === expected ? `row ${expected} is` : `rows ${expected} to ${seq - 1} are`;
    return { kind: 'removed', seq: expected, says: `${missing} missing` };
  }
  const own = rowHash(chain, String(row.prev_hash), seq, row);
  if (own !== row.hash)
    return {
      kind: 'altered',
      seq,
      says: `row ${seq} (id ${row.id}) was altered: its hash says ${short(row.hash)}, its content ${short(own)}`,
    };
  if (row.prev_hash !== hash)
    return {
      kind: 'unlinked',
      seq,
      says: `row ${seq} (id ${row.id}) follows ${short(row.prev_hash)}, but row ${seq - 1} is ${short(hash)}: one of the two is not the original`,
    };
  return undefined;
}

/** What others remember of a row that fits its neighbours: rows that were all written anew show here. */
function compare(walk: Walk, seq: number, hash: string): BrokenLink | undefined {
  const { digests, points, good } = walk;
  const digest = digests.get(seq);
  if (digest !== undefined && digest !== hash)
    return { kind: 'rewritten', seq, says: `row ${seq} is ${short(hash)}, its sealed day ends with ${short(digest)}` };
  for (const anchor of points.get(seq) ?? []) {
    if (anchor.hash !== hash)
      return {
        kind: 'rewritten',
        seq,
        says: `row ${seq} is ${short(hash)}, ${anchor.source} of ${anchor.at.toISOString()} says ${short(anchor.hash)}: something from row ${good + 1} to ${seq} was rewritten`,
      };
    walk.report.anchors += 1;
    walk.good = seq;
  }
  return undefined;
}

async function walkRows(db: Database, walk: Walk): Promise<BrokenLink | undefined> {
  const start = walk.seq;
  // One of several tables, whose columns the chain lists.
  const rows = (db as unknown as AnyDatabase).selectFrom(walk.chain.table);
  for (;;) {
    const page = await rows.selectAll().where('seq', '>', walk.seq).orderBy('seq').limit(BATCH).execute();
    for (const row of page) {
      const broken = checkRow(walk, row);
      if (broken) return broken;
      walk.seq += 1;
      walk.hash = String(row.hash);
      const other = compare(walk, walk.seq, walk.hash);
      if (other) return other;
      walk.report.rows += 1;
    }
    if (page.length < BATCH) break;
  }
  // Rows below what retention says it removed: their digests came before them.
  const below = await rows
    .select(({ fn }) => fn.min<number | null>('seq').as('seq'))
    .where('seq', '<=', start)
    .executeTakeFirst();
  const left = below?.seq;
  return left === null || left === undefined
    ? undefined
    : { kind: 'inserted', seq: left, says: `row ${left} stands where retention has removed all rows` };
}

function checkEnd({ seq, hash, head, anchors }: Walk): BrokenLink | undefined {
  const last = anchors.findLast((anchor) => anchor.seq > seq);
  if (seq < head.seq) return { kind: 'truncated', seq: seq + 1, says: `rows ${seq + 1} to ${head.seq} are missing from the end` };
  if (last)
    return {
      kind: 'truncated',
      seq: seq + 1,
      says: `the chain ends at row ${seq}, ${last.source} of ${last.at.toISOString()} has row ${last.seq}: the end was cut off`,
    };
  return hash === head.hash
    ? undefined
    : { kind: 'head', seq, says: `the remembered head is ${short(head.hash)}, the last row ${seq} is ${short(hash)}` };
}

/**
 * Walks a chain from its first digest to its head and names the first link that does not hold. Anchors are what was told to places
 * outside the database: they find what was rewritten as a whole. Reads one state of the database, while others write.
 */
export async function verifyChain(db: Database, chain: ChainDefinition, given: readonly AnchorPoint[] = []): Promise<ChainReport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const known = await trx
        .selectFrom('audit_chains')
        .select(({ fn }) => ['seq', 'hash', fn<number>('evidence_floor_days').as('floor')])
        .where('name', '=', chain.table)
        .executeTakeFirst();
      const segments = await trx
        .selectFrom('audit_segments')
        .select(['first_seq', 'last_seq', 'prev_hash', 'hash', 'date_removed'])
        .where('chain', '=', chain.table)
        .orderBy('first_seq')
        .execute();
      const head = known ?? { seq: 0, hash: CHAIN_START, floor: 0 };
      const anchors = given.filter((anchor) => anchor.chain === chain.table).sort((a, b) => a.seq - b.seq);
      const report: ChainReport = { table: chain.table, rows: 0, removed: 0, anchors: 0 };
      const walk: Walk = {
        chain,
        head,
        segments,
        anchors,
        points: Map.groupBy(anchors, ({ seq }) => seq),
        digests: new Map(segments.map(({ last_seq, hash }) => [last_seq, hash])),
        seq: 0,
        hash: CHAIN_START,
        good: 0,
        report,
      };
      const early = walkSegments(walk, head.floor);
      const broken = early ?? gone(walk) ?? (await walkRows(trx, walk)) ?? checkEnd(walk);
      return broken ? { ...report, broken } : report;
    });
}

/** Anchors of removed rows can be compared where they are the last of their day. */
function gone(walk: Walk): BrokenLink | undefined {
  for (const segment of walk.segments.filter(({ date_removed }) => date_removed)) {
    const broken = compare(walk, segment.last_seq, segment.hash);
    if (broken) return broken;
  }
  return undefined;
}
