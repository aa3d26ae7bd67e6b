/** Two names that differ only by case, width or surrounding space are one account. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase();
}
