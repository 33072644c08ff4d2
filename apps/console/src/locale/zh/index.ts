import { features } from './features.ts';
import { profile } from './profile.ts';
import { screens } from './screens.ts';
import { shell } from './shell.ts';
import { transfer } from './transfer.ts';

export const words = { features, profile, screens, shell, transfer };
