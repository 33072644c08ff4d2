import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createScpStream, scpDirection } from './scp-stream.ts';

const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const PROTOCOL = 'T1700000000 0 1700000000 0\nD0755 0 sub\nC0644 5 a b\nhello\0C0600 0 empty\n\0E\nC0644 3 last\nend\0';

const nothing = () => undefined;

describe('createScpStream', () => {
  it.each([1, 2, 7, 4096])('reads files and folders in pieces of %i bytes', (size) => {
    const stream = createScpStream(nothing);
    const parts = (PROTOCOL.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []).map((piece) => stream.take(Buffer.from(piece)));
    expect(parts.flatMap(({ files }) => files)).toEqual([
      { name: 'sub/a b', size: 5, sha256: sha('hello'), whole: true },
      { name: 'sub/empty', size: 0, sha256: sha(''), whole: true },
      { name: 'last', size: 3, sha256: sha('end'), whole: true },
    ]);
    expect(Buffer.concat(parts.map(({ pass }) => pass)).toString()).toBe(PROTOCOL);
    expect(Buffer.concat(parts.map(({ rest }) => rest)).toString()).toBe('');
    expect(stream.end()).toMatchObject({ files: [] });
  });

  it('tells a file that the sending side gave up, and goes on with the next', () => {
    const stream = createScpStream(nothing);
    const { files, pass, rest } = stream.take(Buffer.from('C0644 4 torn\nhalf\x01read error\nC0644 2 next\nok\0'));
    expect(files).toEqual([
      { name: 'torn', size: 4, sha256: sha('half'), whole: false },
      { name: 'next', size: 2, sha256: sha('ok'), whole: true },
    ]);
    expect([pass.toString(), rest.toString()]).toEqual(['C0644 4 torn\nhalf\x01read error\nC0644 2 next\nok\0', '']);
  });

  it('tells a file that did not come to its end', () => {
    const stream = createScpStream(nothing);
    stream.take(Buffer.from('C0644 10 half\nhalf'));
    expect(stream.end().files).toEqual([{ name: 'half', size: 10, sha256: sha('half'), whole: false }]);
  });

  it.each(['rm -rf /\n', 'C0644 5 a/../b\nhello\0', 'C0644 -1 a\n', `C0644 5 ${'x'.repeat(2000)}\n`, 'echo'])(
    'takes no other line for one of its own: %j',
    (line) => {
      const stream = createScpStream(nothing);
      const { pass, rest } = stream.take(Buffer.from(`\0${line}`));
      expect(pass.toString()).toBe('\0');
      expect(rest.toString() + stream.end().rest.toString()).toBe(line);
    },
  );
});

describe('scpDirection', () => {
  it.each([
    ['scp -t /tmp/x', 'upload'],
    ['/usr/bin/scp -r -p -t -- dir with blanks', 'upload'],
    ['scp -qpf file', 'download'],
    ['scp -t x; sh', undefined],
    ['scp -t $(sh)', undefined],
    ['scp -S sh -t x', undefined],
    ['scp -t -f x', undefined],
    ['scp a b', undefined],
    ['true\nscp -t x', undefined],
  ])('%j', (command, direction) => {
    expect(scpDirection(command)).toBe(direction);
  });
});
