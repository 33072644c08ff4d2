/** Name and version the console shows; clients read the same version elsewhere. */
export const PRODUCT = 'Postern';
export const VERSION = 'v3.5.2';
