/** Attributes as people write them: a line each, `name: value`; the same name again adds a value. A line without a name adds a group. */
export function attributesIn(text: string): Record<string, string[]> {
  const found = new Map<string, string[]>();
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const [, name = 'groups', value = line] = /^([^:=,\s]+)\s*:\s*(.+)$/.exec(line) ?? [];
    found.set(name, [...(found.get(name) ?? []), value]);
  }
  return Object.fromEntries(found);
}
