import { randomBytes, randomInt } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { type Attributes, attributesFrom } from '../identities/index.ts';
import { ask, askServer, type Question, RadiusError } from './ask.ts';
import { type RadiusConfig, type RadiusServer, serverName } from './config.ts';
import { MICROSOFT, MS_CHAP, msChapResponse, ntResponse, provesServer, serverProof } from './ms-chap.ts';
import {
  type Answer,
  ATTRIBUTE,
  type Attribute,
  CODE,
  chapPassword,
  hidePassword,
  MAX_PASSWORD,
  MAX_VALUE,
  vendorAttribute,
  vendorValues,
  writeRequest,
} from './packet.ts';

/** What a server says of a name and a password. */
export type Verdict =
  | { state: 'right'; attributes: Attributes }
  | { state: 'wrong' }
  /** It wants something more: what to ask for, in its words, and what leads an answer back to where it was asked for. */
  | { state: 'asks'; prompt: string; token: string };

/** Whom the question is about, and what they showed. With a token it is the answer to what the server asked for. */
export interface Shown {
  username: string;
  password: string;
  token?: string;
  /** Their address; empty where nobody logs in. */
  from: string;
}

/** Of a browser or a terminal (RFC 2865 §5.41). */
const VIRTUAL = Buffer.from([0, 0, 0, 5]);
const MAX_PROMPT = 300;

/** A question, and whether an acceptance of it is by somebody who knows the password as well. */
interface Asked extends Question {
  holds(answer: Answer): boolean;
}

type Proof = { attributes: readonly Attribute[]; holds?: (answer: Answer) => boolean };

const pap = (config: RadiusConfig, { password }: Shown, authenticator: Buffer): Proof => ({
  attributes: [{ type: ATTRIBUTE.userPassword, value: hidePassword(Buffer.from(password, 'utf8'), authenticator, config.secret) }],
});

function chap({ password }: Shown): Proof {
  const challenge = randomBytes(16);
  return {
    attributes: [
      { type: ATTRIBUTE.chapPassword, value: chapPassword(randomInt(256), Buffer.from(password, 'utf8'), challenge) },
      { type: ATTRIBUTE.chapChallenge, value: challenge },
    ],
  };
}

function msChap({ username, password }: Shown): Proof {
  const challenges = { challenge: randomBytes(16), peer: randomBytes(16) };
  const id = randomInt(256);
  const response = ntResponse(username, password, challenges);
  const proof = serverProof(username, password, challenges, response);
  return {
    attributes: [
      vendorAttribute(MICROSOFT, MS_CHAP.challenge, challenges.challenge),
      vendorAttribute(MICROSOFT, MS_CHAP.response, msChapResponse(id, challenges.peer, response)),
    ],
    holds: ({ attributes }) => provesServer(vendorValues(attributes, MICROSOFT, MS_CHAP.success)[0], id, proof),
  };
}

/** How the password is shown. What a server asks for besides is a text and goes under the secret, whatever the protocol. */
function proofOf(config: RadiusConfig, shown: Shown, authenticator: Buffer): Proof {
  if (shown.token !== undefined || config.protocol === 'pap') return pap(config, shown, authenticator);
  return config.protocol === 'chap' ? chap(shown) : msChap(shown);
}

/** Our address on the way to the server (RFC 2865 §5.4, RFC 3162 §2.1). */
function nasAddress(local: string): readonly Attribute[] {
  if (isIPv4(local)) return [{ type: ATTRIBUTE.nasAddress, value: Buffer.from(local.split('.').map(Number)) }];
  return isIPv6(local) ? [{ type: ATTRIBUTE.nasAddress6, value: bytesOfAddress6(local) }] : [];
}

/** Sixteen bytes of an address in its short form. */
function bytesOfAddress6(address: string): Buffer {
  // Where a zone stands behind it, it is ours alone and says nothing there; the end may be written as one of version 4.
  const whole = (address.split('%')[0] ?? '').replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...[a, b, c, d]) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((pair) => pair.toString(16)).join(':'),
  );
  const [head = '', tail] = whole.split('::');
  const [before, after] = [head, tail ?? ''].map((half) => half.split(':').filter(Boolean)) as [string[], string[]];
  const between = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0');
  return Buffer.from([...before, ...between, ...after].map((pair) => pair.padStart(4, '0')).join(''), 'hex');
}

function question(config: RadiusConfig, shown: Shown): Asked {
  const authenticator = randomBytes(16);
  const id = randomInt(256);
  const { attributes, holds = () => true } = proofOf(config, shown, authenticator);
  const packet = (local: string): Buffer =>
    writeRequest(
      {
        id,
        authenticator,
        attributes: [
          { type: ATTRIBUTE.userName, value: Buffer.from(shown.username, 'utf8') },
          ...attributes,
          ...(shown.from === '' ? [] : [{ type: ATTRIBUTE.callingStation, value: Buffer.from(shown.from.slice(0, MAX_VALUE), 'utf8') }]),
          ...nasAddress(local),
          { type: ATTRIBUTE.nasIdentifier, value: Buffer.from(config.nasIdentifier, 'utf8') },
          { type: ATTRIBUTE.nasPortType, value: VIRTUAL },
          ...(shown.token === undefined ? [] : [{ type: ATTRIBUTE.state, value: stateOf(shown.token) }]),
        ],
      },
      config.secret,
    );
  return { id, authenticator, packet, holds };
}

/** Words of a server as a line for people: bounded, and without what a terminal would obey. */
function promptOf({ attributes }: Answer): string {
  const lines = attributes.filter(({ type }) => type === ATTRIBUTE.replyMessage).map(({ value }) => value.toString('utf8'));
  return lines
    .join(' ')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_PROMPT);
}

/** The state of a server, and which one it is of: no other knows it, or is to learn what is answered. */
const tokenOf = (state: Buffer, server: RadiusServer): string => `${state.toString('base64url')} ${serverName(server)}`;
const stateOf = (token: string): Buffer => Buffer.from(token.split(' ')[0] ?? '', 'base64url');
const askedBy = ({ servers }: RadiusConfig, token: string): RadiusServer | undefined =>
  servers.find((server) => token.endsWith(` ${serverName(server)}`));

/** What servers say of whom they let in, for rules of admission: as RADIUS calls it (RFC 2865 §5.11, §5.25). */
function attributesOf({ attributes }: Answer): Attributes {
  const texts = (wanted: number): string[] => attributes.flatMap(({ type, value }) => (type === wanted ? value.toString('utf8') : []));
  return attributesFrom({ 'Filter-Id': texts(ATTRIBUTE.filterId), Class: texts(ATTRIBUTE.class) });
}

function verdictOf(answer: Answer, asked: Asked, server: RadiusServer): Verdict {
  if (answer.code === CODE.reject) return { state: 'wrong' };
  if (answer.code === CODE.accept) {
    if (!asked.holds(answer)) throw new RadiusError('unproven');
    return { state: 'right', attributes: attributesOf(answer) };
  }
  const token = answer.attributes.find(({ type }) => type === ATTRIBUTE.state);
  // Without it nobody could answer.
  return token ? { state: 'asks', prompt: promptOf(answer), token: tokenOf(token.value, server) } : { state: 'wrong' };
}

/** What no packet has room for is nobody's name or password. */
const fits = ({ username, password }: Shown): boolean =>
  username !== '' && password !== '' && Buffer.byteLength(username) <= MAX_VALUE && Buffer.byteLength(password) <= MAX_PASSWORD;

/** Shows a name and a password to the first server that answers, or to one alone. @throws RadiusError */
export async function prove(config: RadiusConfig, allow: readonly string[], shown: Shown, only?: RadiusServer): Promise<Verdict> {
  if (!fits(shown)) return { state: 'wrong' };
  const place = shown.token === undefined ? only : askedBy(config, shown.token);
  // The settings no longer have the server that asked.
  if (shown.token !== undefined && !place) return { state: 'wrong' };
  const asked = question(config, shown);
  const found = place ? { answer: await askServer(config, place, allow, asked), server: place } : await ask(config, allow, asked);
  return verdictOf(found.answer, asked, found.server);
}
