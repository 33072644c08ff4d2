import { describe, expect, it } from 'vitest';
import { createSecretFilter } from '../../connect/secret-filter.ts';
import { createOptions, OPTION } from './options.ts';
import { createWireReader, escaped, IAC, parameter, VERB } from './wire.ts';

/** What a reader makes of a stream that comes in the given pieces. */
function read(pieces: readonly Buffer[]) {
  const data: Buffer[] = [];
  const negotiated: number[][] = [];
  const parameters: { option: number; body: Buffer }[] = [];
  let endless = 0;
  const take = createWireReader({
    data: (bytes) => data.push(Buffer.from(bytes)),
    negotiate: (verb, option) => negotiated.push([verb, option]),
    parameter: (option, body) => parameters.push({ option, body }),
    endless: () => {
      endless += 1;
    },
  });
  pieces.forEach(take);
  return { data: Buffer.concat(data), negotiated, parameters, endless };
}

const STREAM = Buffer.from([
  ...Buffer.from('a\r\nb\r'),
  0,
  ...Buffer.from('c'),
  0,
  IAC,
  IAC,
  ...Buffer.from('d\r'),
  IAC,
  241, // NOP
  0,
  IAC,
  VERB.DO,
  OPTION.NAWS,
  ...parameter(OPTION.TERMINAL_TYPE, [1, IAC, 7]),
  ...Buffer.from('e'),
]);

describe('the bytes of telnet', () => {
  it('are taken apart alike, wherever the stream is cut', () => {
    const whole = read([STREAM]);
    expect(whole.data.toString('latin1')).toBe('a\r\nb\rc\0\xffd\re');
    expect(whole.negotiated).toEqual([[VERB.DO, OPTION.NAWS]]);
    expect(whole.parameters).toEqual([{ option: OPTION.TERMINAL_TYPE, body: Buffer.from([1, IAC, 7]) }]);
    for (let cut = 1; cut < STREAM.length; cut += 1)
      expect(read([STREAM.subarray(0, cut), STREAM.subarray(cut)]), `cut at ${cut}`).toEqual(whole);
    expect(read([...STREAM].map((byte) => Buffer.of(byte)))).toEqual(whole);
  });

  it('go out escaped, and come back as they were', () => {
    const all = Buffer.from(Array.from({ length: 512 }, (_, at) => at % 256));
    expect(escaped(Buffer.from('a\r\n\xff', 'latin1'))).toEqual(Buffer.from([97, 13, 0, 10, IAC, IAC]));
    expect(read([escaped(all)]).data).toEqual(all);
    const plain = Buffer.from('nothing to do');
    expect(escaped(plain)).toBe(plain);
  });

  it('hold no parameter without an end: little is kept, and then nothing more is read', () => {
    const long = read([parameter(OPTION.TERMINAL_TYPE, Array(1_000).fill(7)), Buffer.from('x')]);
    expect(long.parameters[0]?.body.length).toBeLessThan(100);
    expect(long.data.toString()).toBe('x');
    const piece = Buffer.alloc(10_000, 7);
    const endless = read([Buffer.from([IAC, VERB.SB]), ...Array(10).fill(piece), Buffer.from([IAC, VERB.SE]), Buffer.from('x')]);
    expect(endless).toMatchObject({ endless: 1, parameters: [] });
    expect(endless.data.length).toBe(0);
  });
});

describe('options', () => {
  const size = { cols: 80, rows: 24 };
  const bytesOf = (...bytes: number[]): Buffer => Buffer.from(bytes);

  it('are asked for once, and an answer is not answered', () => {
    const options = createOptions(size);
    expect(options.begin()).toEqual(
      bytesOf(IAC, VERB.DO, 3, IAC, VERB.DO, 1, IAC, VERB.WILL, OPTION.TERMINAL_TYPE, IAC, VERB.WILL, OPTION.NAWS),
    );
    expect(options.negotiate(VERB.WILL, OPTION.SGA).length).toBe(0);
    expect(options.negotiate(VERB.WILL, OPTION.ECHO).length).toBe(0);
    expect(options.negotiate(VERB.DO, OPTION.TERMINAL_TYPE).length).toBe(0);
    expect(options.negotiate(VERB.DO, OPTION.NAWS)).toEqual(parameter(OPTION.NAWS, [0, 80, 0, 24]));
    for (let again = 0; again < 3; again += 1) {
      expect(options.negotiate(VERB.DO, OPTION.NAWS).length).toBe(0);
      expect(options.negotiate(VERB.WILL, OPTION.ECHO).length).toBe(0);
    }
  });

  it('that we do not know are refused, and taking them back is nothing to answer', () => {
    const options = createOptions(size);
    expect(options.negotiate(VERB.DO, 39)).toEqual(bytesOf(IAC, VERB.WONT, 39));
    expect(options.negotiate(VERB.WILL, 0)).toEqual(bytesOf(IAC, VERB.DONT, 0));
    expect(options.negotiate(VERB.DONT, 39).length).toBe(0);
    expect(options.negotiate(VERB.WONT, 0).length).toBe(0);
  });

  it('tell the window when it is wanted and whenever it changes, 255 doubled', () => {
    const options = createOptions(size);
    expect(options.resize({ cols: 100, rows: 30 }).length).toBe(0);
    expect(options.negotiate(VERB.DO, OPTION.NAWS)).toEqual(
      Buffer.concat([bytesOf(IAC, VERB.WILL, OPTION.NAWS), parameter(OPTION.NAWS, [0, 100, 0, 30])]),
    );
    expect(options.resize({ cols: 255, rows: 511 })).toEqual(bytesOf(IAC, VERB.SB, OPTION.NAWS, 0, IAC, IAC, 1, IAC, IAC, IAC, VERB.SE));
    expect(options.negotiate(VERB.DONT, OPTION.NAWS)).toEqual(bytesOf(IAC, VERB.WONT, OPTION.NAWS));
    expect(options.resize(size).length).toBe(0);
  });

  it('tell the terminal to who agreed on it before', () => {
    const options = createOptions(size);
    expect(options.parameter(OPTION.TERMINAL_TYPE, bytesOf(1)).length).toBe(0);
    options.negotiate(VERB.DO, OPTION.TERMINAL_TYPE);
    expect(options.parameter(OPTION.TERMINAL_TYPE, bytesOf(1)).toString('latin1')).toContain('\0XTERM-256COLOR');
    expect(options.parameter(OPTION.TERMINAL_TYPE, bytesOf(0)).length).toBe(0);
  });

  it('leave the echo to this side when the target says that it has none', () => {
    const options = createOptions(size);
    options.begin();
    expect(options.silent()).toBe(false);
    options.negotiate(VERB.WONT, OPTION.ECHO);
    expect(options.silent()).toBe(true);
    options.negotiate(VERB.WILL, OPTION.ECHO);
    expect(options.silent()).toBe(false);
  });
});

describe('the echo of a secret', () => {
  const through = (pieces: readonly string[]): string => {
    const filter = createSecretFilter('hunter2');
    filter.arm();
    const out = pieces.map((piece) => filter.take(Buffer.from(piece)));
    return Buffer.concat([...out, filter.rest()]).toString();
  };

  it('is taken out, wherever it is cut', () => {
    const text = 'a hunter2 b hunhunter2\r\n$ hun';
    for (let cut = 0; cut < text.length; cut += 1)
      expect(through([text.slice(0, cut), text.slice(cut)])).toBe('a ******** b hun********\r\n$ hun');
    expect(through([...text])).toBe('a ******** b hun********\r\n$ hun');
  });

  it('is looked for behind the secret only, and not for ever', () => {
    const filter = createSecretFilter('hunter2');
    expect(filter.take(Buffer.from('hunter2')).toString()).toBe('hunter2');
    filter.arm();
    filter.take(Buffer.alloc(20_000, 'x'));
    expect(filter.take(Buffer.from('hun')).toString()).toBe('hun');
    const none = createSecretFilter('');
    none.arm();
    expect(none.take(Buffer.from('text')).toString()).toBe('text');
  });
});
