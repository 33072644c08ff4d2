import { expect, test } from 'vitest';
import { draw } from '../test/draw.tsx';
import { Position } from './Position.tsx';

test('the place for the position does not depend on the position, and holds the longest one', async () => {
  const at = async (position: number): Promise<{ digits: number; text: string }> => {
    const span = (await draw(<Position position={position} duration={3725} />)).querySelector('span') as HTMLElement;
    return { digits: Number(span.style.getPropertyValue('--pt-player-digits')), text: span.textContent ?? '' };
  };
  const [begin, middle, end] = [await at(0), await at(600), await at(3725)];
  expect([begin.text, middle.text, end.text]).toEqual(['0:00 / 1:02:05', '10:00 / 1:02:05', '1:02:05 / 1:02:05']);
  expect([begin.digits, middle.digits, end.digits]).toEqual([end.text.length, end.text.length, end.text.length]);
});
