export function missingTest(name: string): string | undefined;
export function tableRows(text: string): { section: string; cells: Record<string, string> }[];
