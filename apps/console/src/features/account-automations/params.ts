/** Parameters of the methods by which platforms put accounts on machines (docs/wire/assets.md#automation-methods). */
export type Params = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface PlatformMethods {
  automation?: Readonly<Record<string, unknown>> | null;
}

/** Methods of these platforms that have parameters, each once, with the values they start with. */
export function methodsOf(platforms: readonly PlatformMethods[], which: string, known: Params): Params {
  const ids = new Set(
    platforms.flatMap(({ automation }) => (typeof automation?.[which] === 'string' ? [automation[which] as string] : [])),
  );
  return Object.fromEntries([...ids].flatMap((id) => (known[id] ? [[id, known[id]]] : [])));
}

/** Values for exactly these methods: what was given before stays, what no method asks for any more goes. */
export function paramsFor(methods: Params, given: unknown): Params {
  const current = (typeof given === 'object' && given !== null ? given : {}) as Params;
  return Object.fromEntries(
    Object.entries(methods).map(([id, fields]) => [
      id,
      Object.fromEntries(Object.entries(fields).map(([field, start]) => [field, current[id]?.[field] ?? start])),
    ]),
  );
}
