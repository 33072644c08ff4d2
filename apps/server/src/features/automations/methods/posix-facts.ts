import type { Facts } from './method.ts';

/** Characters of one fact: what the form of the console takes. */
const MAX_VALUE = 128;
const GIB = 1024 ** 3;
/** Sectors of `/sys/block/…/size` are of 512 bytes, whatever the disk says. */
const SECTOR = 512;
/** Devices that are no disks, or made of disks that are counted already. */
const NOT_A_DISK = /^(loop|ram|zram|sr|fd|dm-|md|nbd|mtd)/;
/** What makers leave in the firmware when they have nothing to say. */
const NO_NAME =
  /^(none|unknown|not specified|to be filled by o\.e\.m\.|default string|system (manufacturer|product name|serial number)|0+)$/i;

type Sections = ReadonlyMap<string, readonly string[]>;

function sectionsOf(output: string): Sections {
  const sections = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of output.split(/\r?\n/)) {
    const [, name] = /^POSTERN-([A-Z]+)$/.exec(line) ?? [];
    if (name) {
      lines = [];
      sections.set(name, lines);
    } else if (line.trim() !== '') lines.push(line.trim());
  }
  return sections;
}

/** Lines of `key=value` or `key: value`; quotes around a value go. The first of a key counts. */
function pairs(lines: readonly string[] = []): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of lines) {
    const [, key = '', value = ''] = /^([^:=]+?)\s*[:=]\s*(.*)$/.exec(line) ?? [];
    if (key && !found.has(key)) found.set(key, value.replace(/^"(.*)"$/, '$1'));
  }
  return found;
}

export const size = (bytes: number): string => (bytes > 0 && Number.isFinite(bytes) ? `${(bytes / GIB).toFixed(1)} GB` : '');
const amount = (value: string | undefined): string => (value && /^\d{1,6}$/.test(value) ? value : '');
export const named = (value = ''): string => (NO_NAME.test(value) ? '' : value);

/** From lscpu; else counted in /proc/cpuinfo, else from sysctl. */
function processors(sections: Sections, sysctl: ReadonlyMap<string, string>): Record<'model' | 'count' | 'cores' | 'threads', string> {
  const cpu = pairs(sections.get('CPU'));
  const lines = sections.get('CPUINFO') ?? [];
  const first = pairs(lines);
  const threads = lines.filter((line) => /^processor\s*:/.test(line)).length;
  const packages = new Set(lines.filter((line) => line.startsWith('physical id'))).size;
  return {
    model: first.get('model name') || cpu.get('Model name') || sysctl.get('machdep.cpu.brand_string') || sysctl.get('hw.model') || '',
    count: amount(cpu.get('Socket(s)')) || (packages > 0 ? String(packages) : ''),
    cores: amount(cpu.get('Core(s) per socket')) || amount(first.get('cpu cores')),
    threads: amount(cpu.get('CPU(s)')) || (threads > 0 ? String(threads) : amount(sysctl.get('hw.ncpu'))),
  };
}

function diskBytes(sections: Sections): number {
  const disks = (sections.get('BLOCK') ?? []).map((line) => /^\/sys\/block\/(\S+) (\d+)$/.exec(line));
  const sectors = disks.reduce((sum, hit) => (hit?.[1] && !NOT_A_DISK.test(hit[1]) ? sum + Number(hit[2]) : sum), 0);
  if (sectors > 0) return sectors * SECTOR;
  // Filesystem, 1024-blocks, …
  return Number(sections.get('DF')?.[0]?.split(/\s+/)[1] ?? 0) * 1024;
}

/** Facts as they are kept: without control characters, not too long, and without those that say nothing. */
export function tidied(facts: Facts): Facts {
  const plain = (value: string): string =>
    value
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, MAX_VALUE);
  const known = Object.entries(facts).map(([name, value]) => [name, plain(value)] as const);
  return Object.fromEntries(known.filter(([, value]) => value !== ''));
}

/**
 * Reads what the script `facts` says (`posix-scripts.ts`). Sizes are told in GB of 2^30 bytes with one decimal.
 * @returns facts by the names of `gathered_info` (docs/wire/assets.md#facts-of-a-machine); what is not known is left out
 */
export function readFacts(output: string): Facts {
  const sections = sectionsOf(output);
  const dmi = pairs(sections.get('DMI'));
  const os = pairs(sections.get('OS'));
  const sysctl = pairs(sections.get('SYSCTL'));
  const [kernel = '', release = '', arch = ''] = sections.get('UNAME') ?? [];
  const cpu = processors(sections, sysctl);
  const kilobytes = /(\d+)/.exec(pairs(sections.get('MEMORY')).get('MemTotal') ?? '')?.[1];
  const facts: Record<string, string> = {
    vendor: named(dmi.get('sys_vendor')),
    model: named(dmi.get('product_name')),
    sn: named(dmi.get('product_serial')),
    cpu_model: cpu.model,
    cpu_count: cpu.count,
    cpu_cores: cpu.cores,
    cpu_vcpus: cpu.threads,
    memory: size(kilobytes ? Number(kilobytes) * 1024 : Number(sysctl.get('hw.memsize') ?? sysctl.get('hw.physmem') ?? 0)),
    disk_total: size(diskBytes(sections)),
    distribution: os.get('NAME') || os.get('ProductName') || kernel,
    distribution_version: os.get('VERSION_ID') || os.get('ProductVersion') || release,
    arch,
  };
  return tidied(facts);
}
