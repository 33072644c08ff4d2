import type { SessionPatch } from '@postern/client/component';
import type { SessionCreate } from '@postern/contract/component';
import { expect, it } from 'vitest';
import { createReporter } from './reporter.ts';

/** A core that answers when it is let. */
function slowCore() {
  const told: [string, SessionPatch | undefined][] = [];
  const answers: PromiseWithResolvers<void>[] = [];
  const wait = () => {
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  };
  return {
    told,
    asked: (count: number) => expect.poll(() => told.length).toBe(count),
    core: {
      createSession() {
        told.push(['create', undefined]);
        return wait();
      },
      patchSession(_id: string, change: SessionPatch) {
        told.push(['patch', { ...change }]);
        return wait();
      },
      linkTicket: async () => undefined,
    },
    next: () => answers.shift()?.resolve(),
  };
}

it('tells what came while it was telling in one change, in order, and nothing twice', async () => {
  const { core, told, next, asked } = slowCore();
  const reporter = createReporter(core, 's', { warn: () => expect.unreachable('nothing fails') });
  const created = reporter.create({} as SessionCreate, undefined, 'en');
  reporter.patch({ is_success: true });
  reporter.patch({ has_command: true });
  expect(told).toEqual([['create', undefined]]);
  next();
  await created;
  await asked(2);
  reporter.patch({ unread_lines: 1 });
  reporter.patch({ unread_lines: 2 });
  reporter.patch({ is_finished: true });
  next();
  await asked(3);
  next();
  expect(await reporter.settled()).toBe(true);
  expect(told.slice(1)).toEqual([
    ['patch', { is_success: true, has_command: true }],
    ['patch', { unread_lines: 2, is_finished: true }],
  ]);
  reporter.patch({ has_command: true });
  await asked(4);
  next();
  expect(await reporter.settled()).toBe(true);
});
