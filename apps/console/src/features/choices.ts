import { addressOf } from '@postern/client/api';

const mini = { fields_size: 'mini' } as const;

/** Where selects and pickers find what they offer: rows with no more than their names need. */
export const CHOICES = {
  users: addressOf('users', 'list', mini),
  groups: addressOf('groups', 'list', mini),
  systemRoles: addressOf('systemRoles', 'list', mini),
  assets: addressOf('assets', 'list', mini),
  platforms: addressOf('platforms', 'list', mini),
  accountTemplates: addressOf('accountTemplates', 'list', mini),
  commandGroups: addressOf('commandGroups', 'list', mini),
  // Whole rows: their labels are made of more than a name.
  nodes: addressOf('nodes'),
  orgRoles: addressOf('orgRoles'),
  labels: addressOf('labels'),
} as const;
