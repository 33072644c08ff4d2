import { isIPv4 } from 'node:net';

/** What the database says of a network. */
export interface Place {
  /** `192.0.2.0/24`; IPv4 only, which such databases keep below `::/96`. */
  network: string;
  /** In English, or by the language. */
  city?: string | Readonly<Record<string, string>>;
  country: string | Readonly<Record<string, string>>;
}

/** A database of places in MaxMind's format, version 2.0, with records of 24 bits: what the product reads, made small. */
export function placeDatabase(places: readonly Place[]): Buffer {
  const data: Buffer[] = [];
  let length = 0;
  const nodes: [Branch, Branch][] = [[undefined, undefined]];
  for (const { network, city, country } of places) {
    const at = length;
    const record = map({
      ...(city ? { city: map({ names: named(city) }) } : {}),
      country: map({ names: named(country) }),
    });
    data.push(record);
    length += record.length;
    insert(nodes, network, { data: at });
  }
  const tree = Buffer.alloc(nodes.length * 6);
  nodes.forEach((branches, at) => {
    branches.forEach((branch, side) => {
      const value = branch === undefined ? nodes.length : 'node' in branch ? branch.node : nodes.length + 16 + branch.data;
      tree.writeUIntBE(value, at * 6 + side * 3, 3);
    });
  });
  const about = map({
    node_count: number(6, nodes.length),
    record_size: number(5, 24),
    ip_version: number(5, 6),
    database_type: string('Test-City'),
    languages: list([string('en')]),
    binary_format_major_version: number(5, 2),
    binary_format_minor_version: number(5, 0),
    build_epoch: number(9, 1_700_000_000),
    description: map({ en: string('places of tests') }),
  });
  return Buffer.concat([tree, Buffer.alloc(16), ...data, Buffer.from('abcdef4d61784d696e642e636f6d', 'hex'), about]);
}

const named = (names: string | Readonly<Record<string, string>>): Buffer =>
  map(
    typeof names === 'string'
      ? { en: string(names) }
      : Object.fromEntries(Object.entries(names).map(([language, name]) => [language, string(name)])),
  );

type Branch = undefined | { node: number } | { data: number };

function insert(nodes: [Branch, Branch][], network: string, leaf: Branch): void {
  const [address = '', bits = '32'] = network.split('/');
  if (!isIPv4(address)) throw new Error(`${network} is no network of IPv4`);
  const path = [...'0'.repeat(96), ...address.split('.').flatMap((byte) => [...Number(byte).toString(2).padStart(8, '0')])]
    .slice(0, 96 + Number(bits))
    .map(Number);
  const last = path.pop() as number;
  let at = 0;
  for (const side of path) {
    const node = nodes[at] as [Branch, Branch];
    const next = node[side];
    if (next && 'node' in next) at = next.node;
    else {
      nodes.push([undefined, undefined]);
      at = nodes.length - 1;
      node[side] = { node: at };
    }
  }
  (nodes[at] as [Branch, Branch])[last] = leaf;
}

/** Types above 7 have a byte of their own; sizes are below 29 or, for texts, below 285. */
function head(type: number, size: number): Buffer {
  const bytes = type > 7 ? [0, type - 7] : [type << 5];
  bytes[0] = (bytes[0] as number) | Math.min(size, 29);
  return Buffer.from(size < 29 ? bytes : [...bytes, size - 29]);
}

const string = (text: string): Buffer => Buffer.concat([head(2, Buffer.byteLength(text)), Buffer.from(text)]);
const map = (entries: Record<string, Buffer>): Buffer =>
  Buffer.concat([head(7, Object.keys(entries).length), ...Object.entries(entries).flatMap(([key, value]) => [string(key), value])]);
const list = (values: readonly Buffer[]): Buffer => Buffer.concat([head(11, values.length), ...values]);

/** 5: 16 bits, 6: 32 bits, 9: 64 bits; leading zeros may be left out. */
function number(type: 5 | 6 | 9, value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(value, 0, 6);
  return Buffer.concat([
    head(type, bytes.length > 2 && type === 5 ? 2 : type === 6 ? 4 : 6),
    type === 5 ? bytes.subarray(4) : type === 6 ? bytes.subarray(2) : bytes,
  ]);
}
