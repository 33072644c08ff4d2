import { createContext } from 'react';

/** What shows everything again where a tree narrows the list beside it; undefined where nothing is picked. */
export const Narrowed = createContext<(() => void) | undefined>(undefined);
