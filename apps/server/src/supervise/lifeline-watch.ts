import { Socket } from 'node:net';
import { workerData } from 'node:worker_threads';

/**
 * Runs on a thread of its own, so that it acts while the program's own thread turns in circles. The other end of the line
 * is held by the supervisor and by nobody else: when the supervisor is gone, however it went, the line ends.
 */
const given = workerData as { fd: number; graceMs: number } | null;

function end(graceMs: number): void {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), graceMs);
}

if (given)
  new Socket({ fd: given.fd, readable: true, writable: false })
    .on('error', () => undefined)
    .once('close', () => end(given.graceMs))
    .resume();
