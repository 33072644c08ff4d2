/** What another place wants to know again of somebody, kept with the session: the first three say whose it is, the rest is the place's own. */
export type ExternalFacts = Readonly<Record<string, string>> & { source: string; provider: string; subject: string };
