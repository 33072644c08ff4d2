import type { Size } from '../driver.ts';
import { IAC, parameter, VERB } from './wire.ts';

/** Options we take part in: echo (RFC 857), suppress go ahead (RFC 858), terminal type (RFC 1091), window size (RFC 1073). */
export const OPTION = { ECHO: 1, SGA: 3, TERMINAL_TYPE: 24, NAWS: 31 } as const;
const THEIRS: readonly number[] = [OPTION.ECHO, OPTION.SGA];
const OURS: readonly number[] = [OPTION.SGA, OPTION.TERMINAL_TYPE, OPTION.NAWS];
/** Names of terminals are told in capitals. */
const TERM = Buffer.from('XTERM-256COLOR');
const IS = 0;
const SEND = 1;

/** `asked`: we asked and have no answer yet, so that the answer is none of their requests (RFC 854: no answer to an answer). */
type OptionState = 'off' | 'asked' | 'on';

/** What both sides agreed on. Every method answers the bytes to send, often none. */
export interface Options {
  /** What is asked for before anything was heard. */
  begin(): Buffer;
  negotiate(verb: number, option: number): Buffer;
  parameter(option: number, body: Buffer): Buffer;
  resize(size: Size): Buffer;
  /** The target said that it does not echo: then this side does. */
  silent(): boolean;
}

export function createOptions(first: Size): Options {
  let size = first;
  let refusedEcho = false;
  const theirs = new Map<number, OptionState>(THEIRS.map((option) => [option, 'off']));
  const ours = new Map<number, OptionState>(OURS.map((option) => [option, 'off']));

  const command = (verb: number, option: number): Buffer => Buffer.from([IAC, verb, option]);
  const NOTHING = Buffer.alloc(0);
  const window = (): Buffer =>
    ours.get(OPTION.NAWS) === 'on' ? parameter(OPTION.NAWS, [size.cols >> 8, size.cols & 0xff, size.rows >> 8, size.rows & 0xff]) : NOTHING;

  /** One side's option is offered or wanted (`on`), or taken back. Answers only what changes something, so that no two sides go round in circles. */
  function setOption(side: Map<number, OptionState>, option: number, on: boolean, yes: number, no: number): Buffer {
    const state = side.get(option);
    if (state === undefined) return on ? command(no, option) : NOTHING;
    side.set(option, on ? 'on' : 'off');
    if (on) return state === 'off' ? command(yes, option) : NOTHING;
    return state === 'on' ? command(no, option) : NOTHING;
  }

  return {
    begin() {
      const ask = (side: Map<number, OptionState>, verb: number, option: number) => {
        side.set(option, 'asked');
        return command(verb, option);
      };
      return Buffer.concat([
        ask(theirs, VERB.DO, OPTION.SGA),
        ask(theirs, VERB.DO, OPTION.ECHO),
        ask(ours, VERB.WILL, OPTION.TERMINAL_TYPE),
        ask(ours, VERB.WILL, OPTION.NAWS),
      ]);
    },
    negotiate(verb, option) {
      if (verb === VERB.WILL || verb === VERB.WONT) {
        if (option === OPTION.ECHO) refusedEcho = verb === VERB.WONT;
        return setOption(theirs, option, verb === VERB.WILL, VERB.DO, VERB.DONT);
      }
      const before = ours.get(option);
      const answer = setOption(ours, option, verb === VERB.DO, VERB.WILL, VERB.WONT);
      const began = option === OPTION.NAWS && before !== 'on' && ours.get(option) === 'on';
      return began ? Buffer.concat([answer, window()]) : answer;
    },
    parameter(option, body) {
      const asked = option === OPTION.TERMINAL_TYPE && body[0] === SEND && ours.get(option) === 'on';
      return asked ? parameter(option, [IS, ...TERM]) : NOTHING;
    },
    resize(to) {
      size = to;
      return window();
    },
    silent: () => refusedEcho,
  };
}
