/** A share in whole percent; nothing of nothing is nothing. */
export const percent = (part: number, whole: number): number => (whole > 0 ? Math.round((part / whole) * 100) : 0);
