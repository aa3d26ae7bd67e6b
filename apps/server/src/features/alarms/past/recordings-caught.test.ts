import { describe, expect, it } from 'vitest';
import { detect, readRecording, SKAB_RULE, skabFiles, wellFiles } from '#testing/recorded-anomalies.ts';
import { findTestData, NO_TEST_DATA } from '#testing/test-data.ts';

const data = findTestData();
if (!data) console.warn(`no recorded anomaly is looked for: ${NO_TEST_DATA}`);
const folder = data ?? '';

describe.skipIf(data === undefined)('recorded anomalies', () => {
  it('of a pump are all caught by the expression of the guide, with few false alarms', () => {
    const found = skabFiles(folder).map((file) => detect(readRecording(file), SKAB_RULE));
    for (const { name, events, caught } of found) expect([name, caught]).toEqual([name, events]);
    expect(Math.max(...found.flatMap(({ delays }) => delays))).toBeLessThan(120);
    expect(found.reduce((sum, { falseAlarms }) => sum + falseAlarms, 0)).toBeLessThanOrEqual(3);
  });

  it('of wells are all caught, and nothing else', () => {
    for (const { file, rule } of wellFiles(folder)) {
      const { name, events, caught, falseAlarms } = detect(readRecording(file), rule);
      expect([name, events, caught, falseAlarms]).toEqual([name, 1, 1, 0]);
    }
  });
});
