import { shell } from './shell.ts';

export const words = { shell };
