/** Tables above 10,000 rows that a list may read from end to end: by its name, the table and why. A reason that no plan needs any more fails, too. */
export const ALLOWED_SCANS: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
