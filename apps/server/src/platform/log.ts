import type { Log } from '@postern/resource';
import { pino } from 'pino';

/** JSON lines on standard output. What may hold a secret is cut out by name, wherever it turns up. */
export function createLog(level: string, role: string): Log {
  const names = [
    'password',
    'secret',
    'token',
    'authorization',
    'cookie',
    'private_key',
    'privateKey',
    'secretKeys',
    'parameters',
    'detail',
    'where',
  ];
  return pino({
    level,
    base: { role },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '******' },
  });
}
