import { expect, test } from 'vitest';
import { type CastEvent, wholeRecording } from './cast.ts';
import { findIn, hitsIn, plainOf } from './find.ts';
import { marksOf, stepCommand } from './marks.ts';

const out = (time: number, data: string): CastEvent => ({ time, kind: 'o', data });

test('a text is found across events and colours, where its last sign was shown', () => {
  const events = [out(1, '$ l'), out(2, 's\r\n'), out(3, '\u001b[1;3'), out(4, '4mhar\u001b[0mbo'), out(5, 'ur\r\n'), out(9, 'Harbour')];
  expect(plainOf(events).text).toBe('$ ls\nharbour\nHarbour');
  expect(hitsIn(events, 'harbour')).toEqual([
    { at: 5, line: 'harbour' },
    { at: 9, line: 'Harbour' },
  ]);
  expect(hitsIn(events, 'LS').map(({ at }) => at)).toEqual([2]);
});

test('titles, links and half a sequence are nothing that was shown', () => {
  const events = [
    out(1, '\u001b]0;secret title\u0007a'),
    out(2, '\u001b]8;;http://x.test\u001b\\b\u001b]8;;\u001b\\c'),
    out(3, '\u001b(Bd\u001b['),
  ];
  expect(plainOf(events).text).toBe('abcd');
});

test('commands are searched as well, and each second is one place', async () => {
  const recording = wholeRecording({
    cols: 80,
    rows: 24,
    start: 0,
    duration: 20,
    truncated: false,
    screen: '',
    events: [out(1, 'make all\r\n'), out(1.4, 'make'), out(8, 'made')],
  });
  const commands = [
    { at: 1.2, input: 'make all' },
    { at: 6, input: 'make clean' },
  ];
  expect(await findIn(recording, commands, 'MAKE', () => false)).toEqual([
    { at: 1, line: 'make all' },
    { at: 6, line: 'make clean' },
  ]);
});

test('commands at one place of the bar are one mark, and none stands behind its end', () => {
  const commands = [
    { at: 0, input: 'id' },
    { at: 50, input: 'ls' },
    { at: 50.1, input: 'pwd' },
    { at: 100.5, input: 'exit' },
    { at: 400, input: 'other' },
  ];
  expect(marksOf(commands, 100)).toEqual([
    { place: 0, at: 0, title: '0:00 id' },
    { place: 50, at: 50, title: '0:50 ls\n0:50 pwd' },
    { place: 100, at: 100.5, title: '1:40 exit' },
  ]);
  expect([stepCommand(commands, 50, 1)?.input, stepCommand(commands, 50, -1)?.input, stepCommand(commands, 0, -1)]).toEqual([
    'exit',
    'id',
    undefined,
  ]);
});
