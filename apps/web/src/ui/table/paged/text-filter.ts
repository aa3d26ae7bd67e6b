/** Whether a text is let through. */
export type TextFilter = (text: string) => boolean;

const PATTERN_SIGNS = /[\\^$.*+?()[\]{}|]/;
/** What nobody types as a filter; a longer one is taken as it is written. */
const MAX_PATTERN = 500;

export const NO_FILTER: TextFilter = () => true;

function plainFilter(wanted: string): TextFilter {
  const lower = wanted.toLowerCase();
  return (text) => text.toLowerCase().includes(lower);
}

/**
 * Reads a filter as a pattern without regard to case, matched line by line; what is no pattern is looked for as it is written (spec 1 §5).
 * Patterns are matched by RE2, whose time grows with the text's length only: none can make the screen stand still. It
 * is loaded with the first filter that needs it.
 */
export async function readTextFilter(filter: string): Promise<TextFilter> {
  const wanted = filter.trim();
  if (wanted === '') return NO_FILTER;
  if (!PATTERN_SIGNS.test(wanted) || wanted.length > MAX_PATTERN) return plainFilter(wanted);
  const { RE2JS } = await import('re2js');
  try {
    const pattern = RE2JS.compile(wanted, RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE);
    return (text) => pattern.matcher(text).find();
  } catch {
    return plainFilter(wanted);
  }
}
