import { access } from './access.ts';
import { accounts } from './accounts.ts';
import { acls } from './acls.ts';
import { applets } from './applets.ts';
import { assets } from './assets.ts';
import { backups } from './backups.ts';
import { cloud } from './cloud.ts';
import { features } from './features.ts';
import { fields } from './fields.ts';
import { identity } from './identity.ts';
import { jobs } from './jobs.ts';
import { lists } from './lists.ts';
import { machine } from './machine.ts';
import { messages } from './messages.ts';
import { people } from './people.ts';
import { playbooks } from './playbooks.ts';
import { profile } from './profile.ts';
import { refused } from './refused.ts';
import { reviews } from './reviews.ts';
import { screens } from './screens.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { tasks } from './tasks.ts';
import { tickets } from './tickets.ts';
import { transfer } from './transfer.ts';
import { tree } from './tree.ts';
import { workbench } from './workbench.ts';

export const words = {
  access,
  accounts,
  acls,
  applets,
  assets,
  backups,
  cloud,
  features,
  fields,
  identity,
  jobs,
  lists,
  machine,
  messages,
  people,
  playbooks,
  profile,
  refused,
  reviews,
  screens,
  settings,
  shell,
  tasks,
  tickets,
  transfer,
  tree,
  workbench,
};
