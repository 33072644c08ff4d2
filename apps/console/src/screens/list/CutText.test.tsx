import { fireEvent, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { draw } from '../../test/draw.tsx';
import { CutText } from './CutText.tsx';

/** A table whose texts of more than ten letters do not fit. */
function Table() {
  const within = useRef<HTMLDivElement>(null);
  return (
    <div ref={within}>
      <table>
        <thead>
          <tr>
            <th>
              <span className="s-head-text">Name</span>
            </th>
            <th>
              <span className="s-head-text">Path</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <tr tabIndex={0} data-row-key="1">
            <td>
              <a href="/quay">quay</a>
            </td>
            <td>/Default/Berlin/Harbour</td>
          </tr>
          <tr data-row-key="2">
            <td>
              <a href="/long">a name of many letters</a>
            </td>
            <td>-</td>
          </tr>
        </tbody>
      </table>
      <CutText within={within} />
    </div>
  );
}

async function open() {
  const width = vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(function (this: Element) {
    return (this.textContent ?? '').length;
  });
  const room = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(10);
  onTestFinished(() => {
    width.mockRestore();
    room.mockRestore();
  });
  return draw(<Table />);
}
const note = () => document.querySelector('.s-cut')?.textContent;

test('a row tells what is cut off in it, the link of a cell tells that cell, and nothing that fits is told', async () => {
  const { user } = await open();
  await user.tab();
  expect(document.activeElement).toHaveAttribute('data-row-key', '1');
  expect(note()).toBe('Path: /Default/Berlin/Harbour');
  await user.tab();
  expect(document.activeElement).toHaveTextContent('quay');
  expect(note()).toBeUndefined();
  await user.tab();
  expect(note()).toBe('a name of many letters');
});

test('Escape takes it away', async () => {
  const { user } = await open();
  await user.tab();
  expect(note()).toBeDefined();
  await user.keyboard('{Escape}');
  expect(note()).toBeUndefined();
});

test('the pointer gets it as a title', async () => {
  await open();
  const cell = screen.getByText('/Default/Berlin/Harbour');
  fireEvent.mouseOver(cell);
  expect(cell).toHaveAttribute('title', '/Default/Berlin/Harbour');
});
