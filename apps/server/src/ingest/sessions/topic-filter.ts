/** Whether a filter of a subscription covers the topic [MQTT-4.7.1]. */
export function covers(filter: string, topic: string): boolean {
  if (filter === topic) return true;
  const wanted = filter.split('/');
  const levels = topic.split('/');
  for (const [i, level] of wanted.entries()) {
    if (level === '#') return true;
    if (levels[i] === undefined || (level !== '+' && level !== levels[i])) return false;
  }
  return wanted.length === levels.length;
}
