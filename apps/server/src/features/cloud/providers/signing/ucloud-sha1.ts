import { createHash } from 'node:crypto';

/** The signature of a request to UCloud: names and values in order, the private key behind them, SHA-1. Its algorithm, not our choice. */
export function ucloudSignature(parameters: Readonly<Record<string, string>>, privateKey: string): string {
  const names = Object.keys(parameters).sort();
  const text = names.map((name) => `${name}${parameters[name]}`).join('');
  return createHash('sha1').update(`${text}${privateKey}`).digest('hex');
}
