import { expect } from 'vitest';

/** What answers to components hold, where a test does not know the value. */

export const text = expect.any(String);
export const flag = expect.any(Boolean);
export const whole = expect.any(Number);
export const list = expect.any(Array);
export const object = expect.any(Object);
export const choice = (value: unknown = text) => ({ value, label: text });
export const instant = expect.stringMatching(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d [+-]\d{4}$/);
