import type { QualityLevel, why } from '@telltale/contract';

/** Who sent a message, and how. */
export function senderOf({ way, sender }: why.Origin): string {
  const ways: Readonly<Record<why.Origin['way'], string>> = {
    mqtt: 'the device itself, over MQTT',
    http: sender === '' ? 'the device itself, over HTTP' : `the gateway ${sender}, over HTTP`,
    gateway: `the gateway ${sender}, over MQTT`,
    sparkplug: `the Sparkplug edge of ${sender}`,
    file: `an import of the file ${sender}`,
  };
  return ways[way];
}

export function qualityWords(level: QualityLevel, quality: number): string {
  const words: Readonly<Record<QualityLevel, string>> = {
    good: 'good',
    uncertain: 'uncertain: alarms do not go by it',
    bad: 'bad: alarms do not go by it',
  };
  return `${words[level]} (${quality})`;
}
