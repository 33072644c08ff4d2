import type { Ended } from '../../../platform/sandbox/sandbox.ts';
import { MAX_OUTPUT } from '../gateway.ts';
import type { HostReason, HostStatus } from '../host-status.ts';
import { linesOf, type PlayEvent, plain, type TaskResult } from './events.ts';

/** What is known of one machine of a run. */
export interface HostStory {
  output: string;
  isCut: boolean;
  /** The last task that failed there. */
  failedTask: string | undefined;
  /** What the end said; undefined when there was none for it. */
  end: { failed: number; unreachable: number } | undefined;
}

/** Collects what a run says about its machines. What is said of others is not kept. */
export function storiesOf(names: Iterable<string>, write: (line: string) => void) {
  const stories = new Map<string, HostStory>();
  for (const name of names) stories.set(name, { output: '', isCut: false, failedTask: undefined, end: undefined });

  function result(told: TaskResult): void {
    const story = stories.get(told.host);
    if (!story) return;
    for (const line of linesOf(told)) {
      const room = MAX_OUTPUT - story.output.length;
      const more = `${line}\n`;
      story.output += more.slice(0, Math.max(0, room));
      if (more.length > room) story.isCut = true;
      write(`[${told.host}] ${line}`);
    }
    if (told.state === 'failed') story.failedTask = told.task;
  }

  return {
    stories,
    hear(event: PlayEvent): void {
      if (event.tell === 'play') write(`PLAY ${plain(event.name).replaceAll('\n', ' ')}`);
      else if (event.tell === 'result') result(event);
      else {
        const story = stories.get(event.host);
        if (story) story.end = { failed: event.failed, unreachable: event.unreachable };
      }
    },
  };
}

interface Fate {
  status: HostStatus;
  reason: HostReason | undefined;
}

/** What became of a machine. @param why why it was not reached, where that is known */
export function fateOf({ end, failedTask }: HostStory, ended: Ended, why: HostReason | undefined): Fate {
  if (end?.unreachable) return { status: 'unreachable', reason: why ?? { code: 'job_interrupted' } };
  if (end?.failed)
    return { status: 'failed', reason: { code: 'playbook_task_failed', params: { task: (failedTask ?? '').slice(0, 200) } } };
  if (end) return { status: 'ok', reason: undefined };
  if (ended.why === 'seconds') return { status: 'timeout', reason: undefined };
  if (ended.why === 'stopped') return { status: 'stopped', reason: undefined };
  if (ended.why !== 'itself') return { status: 'failed', reason: { code: 'playbook_limit', params: { what: ended.why } } };
  if (ended.code === 0) return { status: 'excluded', reason: { code: 'playbook_not_addressed' } };
  return { status: 'failed', reason: { code: 'playbook_failed' } };
}
