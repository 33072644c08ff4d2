import { features } from './features.ts';
import { profile } from './profile.ts';
import { screens } from './screens.ts';
import { shell } from './shell.ts';

export const words = { features, profile, screens, shell };
