/**
 * Why a command failed, in the words of the device or the portal.
 * @param answer JSON text
 * @returns the whole answer where it says nothing so
 */
export function reasonIn(answer: string): string {
  try {
    const { error, message } = Object(JSON.parse(answer)) as Record<string, unknown>;
    for (const said of [error, message]) if (typeof said === 'string' && said.trim() !== '') return said;
  } catch {
    // No JSON: it is shown as it came.
  }
  return answer;
}
