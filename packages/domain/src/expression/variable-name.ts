/**
 * The variable of a data item: `_` and its label with each non-word character replaced by `_` (spec 1 §5). The names of
 * two labels may be the same; who uses one says by its data item id which is meant.
 */
export function variableName(label: string): string {
  return `_${label.replaceAll(/\W/g, '_')}`;
}

/** The form in which two variable names are compared: their case does not matter, as that of labels does not. */
export function variableKey(name: string): string {
  return name.toLowerCase();
}
