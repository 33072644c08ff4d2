import { text } from './text.ts';

/** What the login page and the tabs of browsers are called until the settings of the interface say otherwise. */
export const PRODUCT_TITLE = text('Postern privileged access', 'Postern 特权访问管理', 'Postern 特権アクセス管理');
