/** What the service says of itself (RFC 7643 §5 to §7): data that is printed as it stands. Required is what everybody always has; where a body leaves it out, it is made up. */

export const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
export const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0';
export const USER = `${CORE}:User`;
export const GROUP = `${CORE}:Group`;

/** Rows of one page at most. */
export const MAX_RESULTS = 200;

interface Definition {
  name: string;
  type?: 'string' | 'boolean' | 'complex' | 'reference';
  multi?: true;
  required?: true;
  mutability?: 'readOnly' | 'readWrite' | 'immutable';
  exact?: true;
  unique?: 'server' | 'global';
  description: string;
  references?: readonly string[];
  parts?: readonly Definition[];
}

const attribute = ({
  name,
  type = 'string',
  multi,
  required,
  mutability = 'readWrite',
  exact,
  unique,
  description,

  references,
  parts,
}: Definition): object => ({
  name,
  type,
  multiValued: multi === true,
  description,
  required: required === true,
  ...(type === 'string' || type === 'reference' ? { caseExact: exact === true } : {}),
  mutability,
  returned: 'default',
  ...(type === 'complex' || type === 'boolean' ? {} : { uniqueness: unique ?? 'none' }),
  ...(references ? { referenceTypes: references } : {}),
  ...(parts ? { subAttributes: parts.map(attribute) } : {}),
});

const USER_ATTRIBUTES: readonly Definition[] = [
  { name: 'userName', required: true, unique: 'server', description: 'Name with which the person logs in.' },
  {
    name: 'name',
    type: 'complex',
    mutability: 'readOnly',
    description: 'Name of the person; given and family name are taken where displayName is missing.',
    parts: [{ name: 'formatted', mutability: 'readOnly', description: 'The whole name.' }],
  },
  { name: 'displayName', required: true, description: 'Name of the person, as others see it.' },
  {
    name: 'active',
    type: 'boolean',
    required: true,
    description: 'Whether the person may log in. Switched off, everything of theirs ends.',
  },
  {
    name: 'emails',
    type: 'complex',
    multi: true,
    required: true,
    description: 'The mail address: one, which nobody else has.',
    parts: [{ name: 'value', description: 'The address.' }],
  },
  {
    name: 'groups',
    type: 'complex',
    multi: true,
    mutability: 'readOnly',
    description: 'Groups of the person in this organisation.',
    parts: [
      { name: 'value', mutability: 'readOnly', description: 'Id of the group.' },
      { name: '$ref', type: 'reference', references: ['Group'], mutability: 'readOnly', exact: true, description: 'Address of the group.' },
      { name: 'display', mutability: 'readOnly', description: 'Name of the group.' },
    ],
  },
];

const GROUP_ATTRIBUTES: readonly Definition[] = [
  { name: 'displayName', required: true, unique: 'server', exact: true, description: 'Name of the group, once in the organisation.' },
  {
    name: 'members',
    type: 'complex',
    multi: true,
    description: 'People of the group.',
    parts: [
      { name: 'value', mutability: 'immutable', exact: true, description: 'Id of the person.' },
      {
        name: '$ref',
        type: 'reference',
        references: ['User'],
        mutability: 'immutable',
        exact: true,
        description: 'Address of the person.',
      },
    ],
  },
];

const schema = (base: string, id: string, name: string, description: string, attributes: readonly Definition[]): object => ({
  schemas: [`${CORE}:Schema`],
  id,
  name,
  description,
  attributes: attributes.map(attribute),
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
});

export const schemas = (base: string): Readonly<Record<string, object>> => ({
  [USER]: schema(base, USER, 'User', 'A person of the organisation.', USER_ATTRIBUTES),
  [GROUP]: schema(base, GROUP, 'Group', 'A group of people of the organisation.', GROUP_ATTRIBUTES),
});

const resourceType = (base: string, name: string, endpoint: string, of: string): object => ({
  schemas: [`${CORE}:ResourceType`],
  id: name,
  name,
  endpoint,
  description: name,
  schema: of,
  schemaExtensions: [],
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
});

export const resourceTypes = (base: string): Readonly<Record<string, object>> => ({
  User: resourceType(base, 'User', '/Users', USER),
  Group: resourceType(base, 'Group', '/Groups', GROUP),
});

export const serviceProviderConfig = (base: string): object => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The private token of an account that may manage people.',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});
