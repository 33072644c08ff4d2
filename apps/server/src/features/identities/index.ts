import type { Feature } from '../../platform/feature.ts';
import { externalIdentities } from './tables.ts';

export { admit } from './admission.ts';
export type { Admission, ExternalPerson, ExternalSource } from './external-person.ts';
export { externalIds, linkedAmong, linkedPeople, linkPeople, setExternalId, withExternalId } from './identity-store.ts';
export { type PasswordVerdict, type PasswordWay, type PlaceAsks, type RedirectWay, Unreachable, type WaysIn } from './ways.ts';

/** Who of our people somebody is whom another place knows: a directory, an identity provider. */
export const identitiesFeature = (): Feature => ({ tables: [externalIdentities] });
