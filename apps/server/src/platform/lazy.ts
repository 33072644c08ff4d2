/** What is made when it is first wanted, and kept. For packages that most processes never need: each costs some MiB of every process that has read it. */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
