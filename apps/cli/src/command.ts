import type { ParseArgsConfig } from 'node:util';
import { parseArgs } from 'node:util';
import type { Api } from '@postern/client/api';
import type { Language, Text } from '@postern/contract/text';
import { type Ask, clientOf, createAsk, type Proof } from './ask.ts';
import { keptLogin } from './kept-login.ts';
import { message } from './message.ts';
import { originOf, type Place } from './place.ts';
import type { Out } from './print.ts';
import { CliProblem, EXIT, usage } from './problem.ts';
import { problemWords } from './words.ts';

/** What a command is given. */
export interface Given {
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
  out: Out;
  version: string;
  language: Language;
}

export interface Command {
  /** What `--help` says, a line for each way to call it. */
  usage: Text;
  /** @returns how the program ends */
  run(given: Given): Promise<number>;
}

/** Options and words of a command. @throws CliProblem usage for what it does not know */
export function argumentsOf<const T extends NonNullable<ParseArgsConfig['options']>>(argv: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw usage(message(problemWords.arguments, { why: error instanceof Error ? error.message : String(error) }));
  }
}

/** Whoever asks, and where. */
export interface Asking {
  place: Place;
  ask: Ask;
  client: Api;
  /** By a key of the environment, which a program of nobody's desk holds. */
  byKey: boolean;
}

/** A key that stands in the environment, with the server it is for. */
function keyOf(env: NodeJS.ProcessEnv): { place: Place; proof: Proof } | undefined {
  const { POSTERN_KEY_ID: id, POSTERN_KEY_SECRET: secret, POSTERN_SERVER: server, POSTERN_CA: ca } = env;
  if (!id && !secret) return undefined;
  if (!id || !secret) throw usage(message(problemWords.keyPair));
  if (!server) throw usage(message(problemWords.keyServer));
  return { place: { origin: originOf(server), ca: ca || undefined }, proof: { id, secret } };
}

/**
 * Asks as whoever is logged in: by the key of the environment, else by the login that is kept.
 * @param org id of an organisation
 * @throws CliProblem denied
 */
export async function asking({ env, version, language }: Given, org?: string): Promise<Asking> {
  const key = keyOf(env);
  const kept = key ? undefined : await keptLogin(env);
  const place = key?.place ?? kept;
  const proof = key?.proof ?? (kept && { token: kept.token });
  if (!place || !proof) throw new CliProblem(message(problemWords.notLoggedIn), EXIT.denied);
  const ask = createAsk(place, { proof, org: org ?? (env.POSTERN_ORG || undefined), version, language });
  return { place, ask, client: clientOf(ask), byKey: key !== undefined };
}
