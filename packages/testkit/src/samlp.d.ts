/** What of `samlp` the tests use; it brings no types. */
declare module 'samlp' {
  export function getSamlResponse(
    options: Readonly<Record<string, unknown>>,
    user: Readonly<Record<string, unknown>>,
    done: (error: Error | null, response: string) => void,
  ): void;
}
