import { NotProved } from '../sign-on.ts';
import { all, readXml, textAt } from '../xml.ts';

/** Whom a CAS server vouches for. */
export interface CasPerson {
  user: string;
  attributes: Readonly<Record<string, string>>;
  /** All values of each. */
  all: Readonly<Record<string, readonly string[]>>;
}

/** @throws NotProved when the server vouches for nobody */
export function casPerson(version: number, body: string): CasPerson {
  if (version === 1) {
    const [answer, user = ''] = body.split('\n');
    if (answer?.trim() !== 'yes' || user.trim() === '') throw new NotProved('the ticket is none');
    return { user: user.trim(), attributes: {}, all: {} };
  }
  const [answer] = readXml(body).children;
  const [success] = answer?.name === 'serviceResponse' && answer.children.length === 1 ? all(answer, 'authenticationSuccess') : [];
  const user = success ? textAt(success, 'user') : '';
  if (!success || user === '') throw new NotProved('the ticket is none');
  const attributes = all(success, 'attributes').flatMap(({ children }) => children.map(({ name, text }) => [name, text.trim()] as const));
  // The first of several values counts.
  const values = new Map<string, string[]>();
  for (const [name, text] of attributes) values.set(name, [...(values.get(name) ?? []), text]);
  return { user, attributes: Object.fromEntries(attributes.reverse()), all: Object.fromEntries(values) };
}

/** The ticket of the session that a CAS server says is over; empty when it says nothing of the kind. */
export const endedTicket = (xml: string): string => textAt(readXml(xml), 'LogoutRequest', 'SessionIndex');
