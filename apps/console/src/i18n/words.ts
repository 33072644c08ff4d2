/** The shape of a translation: the same keys, all texts. A key that one language lacks does not compile. */
export type Words<T> = { readonly [K in keyof T]: T[K] extends string ? string : Words<T[K]> };
