import { features } from './features.ts';
import { fields } from './fields.ts';
import { identity } from './identity.ts';
import { messages } from './messages.ts';
import { profile } from './profile.ts';
import { screens } from './screens.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { tasks } from './tasks.ts';
import { transfer } from './transfer.ts';
import { tree } from './tree.ts';

export const words = { features, fields, identity, messages, profile, screens, settings, shell, tasks, transfer, tree };
