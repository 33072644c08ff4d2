/** Name and version the console shows; clients read the same version elsewhere (DESIGN §1). */
export const PRODUCT = 'Postern';
export const VERSION = 'v3.5.2';
