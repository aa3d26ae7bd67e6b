/**
 * A text as amCharts writes it unchanged: it reads `[bold]` as formatting and `{name}` as a place for data, so brackets
 * are doubled and braces kept apart by a character without width (guarantee E5).
 */
export function plainText(text: string): string {
  return text.replaceAll('[', '[[').replaceAll(']', ']]').replaceAll('{', '{\u200b');
}
