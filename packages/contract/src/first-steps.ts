/** What a new organisation is told to do first, in this order (docs/wire/audits.md#first-steps). */
export const FIRST_STEPS = ['machine', 'person', 'session', 'watch'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];
