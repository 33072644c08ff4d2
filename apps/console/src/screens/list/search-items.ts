/** Id of a suggestion, for the box that points at it. */
export const itemId = (panel: string, at: number): string => `${panel}-${at}`;
