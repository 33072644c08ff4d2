import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { message } from './message.ts';
import { usage } from './problem.ts';
import { problemWords } from './words.ts';

/** A server, and by what certificate authority it is believed beside the public ones. */
export interface Place {
  /** Scheme, host and port, without a slash at the end. */
  origin: string;
  /** File with certificates in PEM, as an absolute path. */
  ca?: string | undefined;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/**
 * The server that somebody named. Without a scheme it is https; what is sent proves who somebody is, so plain http is for this machine alone.
 * @throws CliProblem usage
 */
export function originOf(given: string): string {
  const written = /^[a-z]+:\/\//i.test(given) ? given : `https://${isIP(given) === 6 ? `[${given}]` : given}`;
  let url: URL;
  try {
    url = new URL(written);
  } catch {
    throw usage(message(problemWords.noAddress, { given }));
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw usage(message(problemWords.onlyHttps, { given }));
  if (url.username !== '' || url.password !== '') throw usage(message(problemWords.noNames));
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) throw usage(message(problemWords.plainHttp, { given }));
  return url.origin;
}

/** The certificates of a file. @throws CliProblem usage when there are none in it */
export function authorityOf(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw usage(message(problemWords.noFile, { path }));
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----')) throw usage(message(problemWords.noCertificate, { path }));
  return text;
}
