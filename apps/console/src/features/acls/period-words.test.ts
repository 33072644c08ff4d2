import { expect, test } from 'vitest';
import { periodWords } from './period-words.ts';

test('each day with times is named; midnight ends the day', () => {
  expect(
    periodWords(
      [
        { id: 0, value: '' },
        { id: 1, value: '09:00~12:00、13:00~00:00' },
        { id: 6, value: '00:00~00:00' },
      ],
      'en',
    ),
  ).toEqual(['Mon 09:00–12:00, 13:00–24:00', 'Sat 00:00–24:00']);
});
