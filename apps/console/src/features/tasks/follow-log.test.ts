import { expect, test } from 'vitest';
import { followLog } from './follow-log.ts';

/** The browser's end of a socket whose other end is the test. */
function socket() {
  const sent: string[] = [];
  const ends = { sent, closed: 0, onopen: null, onmessage: null, onclose: null } as {
    sent: string[];
    closed: number;
    onopen: ((event: Event) => void) | null;
    onmessage: ((event: MessageEvent) => void) | null;
    onclose: ((event: CloseEvent) => void) | null;
  };
  return Object.assign(ends, {
    send: (data: unknown) => sent.push(String(data)),
    close: () => {
      ends.closed += 1;
    },
    say: (frame: unknown) => ends.onmessage?.({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) } as MessageEvent),
  });
}

function followed() {
  const end = socket();
  const events: string[] = [];
  const leave = followLog(
    end as never,
    { id: 'x', type: 'celery' },
    {
      write: (text) => events.push(text),
      ended: (found) => events.push(`<end ${found}>`),
      lost: () => events.push('<lost>'),
    },
  );
  return { end, events, leave };
}

test('asks once it is open, and passes pieces on until the end', () => {
  const { end, events } = followed();
  end.onopen?.({} as Event);
  expect(end.sent).toEqual(['{"task":"x","type":"celery"}']);
  for (const frame of [
    { message: '.' },
    { message: '\r\n' },
    { message: 'a\r\n', task: 'x' },
    'no json',
    '[1]',
    { event: 'end', message: '' },
  ])
    end.say(frame);
  expect(events).toEqual(['.', '\r\n', 'a\r\n', '<end true>']);
  expect(end.closed).toBe(1);
  end.onclose?.({} as CloseEvent);
  end.say({ message: 'late' });
  expect(events).toHaveLength(4);
});

test('an end after nothing but dots means there is no such task', () => {
  const { end, events } = followed();
  end.say({ message: '.' });
  end.say({ event: 'end', message: '' });
  expect(events.at(-1)).toBe('<end false>');
});

test('a connection that goes away is told, one that is left is not', () => {
  const lost = followed();
  lost.end.onclose?.({} as CloseEvent);
  expect(lost.events).toEqual(['<lost>']);
  const left = followed();
  left.leave();
  left.end.onclose?.({} as CloseEvent);
  left.end.say({ message: 'late' });
  expect(left.events).toEqual([]);
});
