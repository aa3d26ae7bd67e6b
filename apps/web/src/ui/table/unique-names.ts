/** Names of columns of which no two are the same: the second `a` is `a 2`. By their own names one of two would be lost. */
export function uniqueNames(names: readonly string[]): string[] {
  const given = new Set(names);
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let n = 2; taken.has(unique) || (unique !== name && given.has(unique)); n++) unique = `${name} ${n}`;
    taken.add(unique);
    return unique;
  });
}
